import { useInput } from 'react-admin'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { platformNow } from '../../dataProvider/clock.ts'
import type { NodeSpan } from '../../dataProvider/calls/quality.ts'
import { LONGEST_MONTH, MINUTE, MONTH_DAYS } from '../../resources/kit/zone.ts'
import { MomentField, type MomentCheck } from '../admin/fields/MomentField.tsx'
import { Problem } from '../admin/fields/Problem.tsx'
import controlsCss from '../kit/controls.module.css'
import { useZone } from '../kit/hooks/useZone.ts'
import { Combo } from '../kit/layers/Combo.tsx'
import { useClock } from '../live/useClock.ts'
import { NEEDED } from './VerdictFields.tsx'
import css from './quality.module.css'
import { useLateWords } from '../kit/hooks/useLateWords.ts'

/** Initial span of a review; without a node if the form chooses it from `nodes`. */
export interface StartSpan extends Omit<NodeSpan, 'nodemap'> {
  nodemap: number | null
}

export interface NodeChoice {
  id: number
  name: string
}

const isSpan: MomentCheck = (to, { from }) => {
  const length = Number(to) - Number(from)
  if (Number(to) > platformNow()) return 'error.quality.future'
  if (length < 0) return 'error.history.range'
  return length > LONGEST_MONTH ? { message: 'error.history.span', args: { days: MONTH_DAYS } } : undefined
}
const BEGINS: MomentCheck[] = [NEEDED]
const ENDS: MomentCheck[] = [NEEDED, isSpan]

/** Returns the end of the chosen minute, limited to now: both ends belong to a span. */
const endOf = (minute: number): number => Math.max(minute, Math.min(minute + MINUTE - 1, platformNow()))

/** Begin and end, by the platform's clock, and the node if it is to be chosen; inside react-admin's form. */
export function SpanFields({ start, nodes }: { start: StartSpan; nodes: readonly NodeChoice[] | undefined }) {
  const translate = useLateWords('qualityPage')
  const { trigger, formState } = useFormContext()
  const { isSubmitted } = formState
  const today = useZone().day(useClock(MINUTE))
  return (
    <div className={css.ends}>
      {nodes && <NodeField start={start.nodemap} nodes={nodes} />}
      <MomentField
        source="from"
        start={start.from}
        label={translate('qualityPage.from')}
        max={today}
        checks={BEGINS}
        // The error of the end may have been caused by the begin.
        onChanged={() => isSubmitted && void trigger('to')}
      />
      <MomentField
        source="to"
        start={start.to}
        label={translate('qualityPage.to')}
        max={today}
        checks={ENDS}
        momentOf={endOf}
      />
    </div>
  )
}

/**
 * Returns the form's span; null while it has no node, or an end is invalid. Fields that the form does not have keep
 * their initial values.
 */
export function useChosenSpan(start: StartSpan, nodes: readonly NodeChoice[] | undefined): NodeSpan | null {
  const [node = start.nodemap, begin = start.from, end = start.to]: unknown[] = useWatch({
    name: ['nodemapid', 'from', 'to'],
  })
  const [nodemap, from, to] = [numberIn(node), numberIn(begin), numberIn(end)]
  return useMemo(
    () =>
      nodemap === null || from === null || to === null || from > to
        ? null
        : { ...start, nodemap, from, to, alias: nodes?.find(({ id }) => id === nodemap)?.name ?? start.alias },
    [start, nodes, nodemap, from, to],
  )
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

function NodeField({ start, nodes }: { start: number | null; nodes: readonly NodeChoice[] }) {
  const translate = useLateWords('qualityPage')
  const { id, field, fieldState } = useInput<number | null>({
    source: 'nodemapid',
    defaultValue: start,
    parse: (node: number | null) => node,
    validate: NEEDED,
  })
  const value: unknown = field.value
  return (
    <div className={controlsCss.field}>
      <label htmlFor={id}>{translate('qualityPage.node')}</label>
      <Combo
        label={translate('qualityPage.node')}
        options={nodes}
        value={numberIn(value)}
        onChange={(node) => field.onChange(node)}
        field={{
          id,
          describedBy: fieldState.error ? `${id}-problem` : undefined,
          invalid: fieldState.invalid,
          inputRef: field.ref,
          onBlur: () => field.onBlur(),
        }}
      />
      <Problem id={id} message={fieldState.error?.message} />
    </div>
  )
}
