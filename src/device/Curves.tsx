import { Button } from '@mui/material'
import { useNotify, useTranslate } from 'react-admin'
import { useContext, useState, type ReactNode } from 'react'
import type { NodeState } from '../../dataProvider/normalise.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { InlineError, Segment, useCaller } from '../kit/index.ts'
import { usePhone } from '../kit/hooks/useMedia.ts'
import { DisplayContext, isAlarmNode, type ShownDevice } from '../live/display.ts'
import { isSettable, isSwitch } from '../../resources/kit/reading.ts'
import { HISTORY_KEY } from '../../resources/pageKeys.ts'
import { SetValueDialog } from '../monitor/control/SetValueDialog.tsx'
import type { Band } from './NodeChart.tsx'
import { NodeCard } from './NodeCard.tsx'
import { alarmsOf, SPANS, type Span, type useCurves } from './useCurves.ts'
import css from './devicePage.module.css'

/** Nodes shown before "more", in rows of three; a last row is shown directly if the button would reveal only that. */
const FIRST = 9
const MOST_AT_ONCE = FIRST + 3

export interface NodeLaw {
  chip: ReactNode
  bands: readonly Band[]
}

interface CurvesProps {
  shown: ShownDevice
  curves: ReturnType<typeof useCurves>
  span: Span
  onSpan: (span: Span) => void
  /** Limits of the rules that watch a node, in display units (`ofShown`) or raw. */
  limitsOf: (node: number) => readonly { value: number; ofShown: boolean }[]
  /** The judgement of a node; undefined if it is not judged. */
  lawOf: (node: NodeState) => NodeLaw | undefined
  /** Beside the heading: the standard of the bands. */
  beside: string | null
}

/** Every node with its last hours: nodes in alarm first, then judged ones, then the others. */
export function Curves({ shown, curves, span, onSpan, limitsOf, lawOf, beside }: CurvesProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const phone = usePhone()
  const { zone, now, mayControl = false } = useContext(DisplayContext)
  const [opened, setOpened] = useState(false)
  const [setting, setSetting] = useState<NodeState | null>(null)
  const notify = useNotify()
  const { device } = shown
  const { query, range, gaps, episodes, upkeep } = curves
  const past = new Map(curves.nodes.map((node) => [node.id, node]))
  const rank = (node: NodeState) => (isAlarmNode(shown, node) ? 0 : lawOf(node) ? 1 : 2)
  const nodes = device.nodes.filter((node) => !isSwitch(node)).toSorted((a, b) => rank(a) - rank(b))
  const all = opened || nodes.length <= MOST_AT_ONCE
  const history = mayOpen(caller, HISTORY_KEY)
  const today = zone.day(now)
  const to = (node: number) => `/monitor/history?devices=${device.id}&day=${today}&node=${node}`
  const control = mayControl && !device.disabled
  return (
    <section id="curves" aria-labelledby="curves-title" className={css.curves}>
      <header className={css.partHead}>
        <h2 id="curves-title">{translate(`devicePage.span.${span}Title`)}</h2>
        {beside && <span className={css.small}>{beside}</span>}
        {curves.allowed && (
          <span className={css.cardEnd}>
            <Segment
              label={translate('devicePage.span.label')}
              value={span}
              onChange={onSpan}
              options={SPANS.map((value) => ({ value, label: translate(`devicePage.span.${value}`) }))}
            />
          </span>
        )}
      </header>
      {query.error && !query.data && <InlineError error={query.error} onRetry={() => void query.refetch()} />}
      {nodes.length === 0 ? (
        <p className={css.none}>{translate('deviceDialogs.data.none')}</p>
      ) : (
        <ul className={css.nodes}>
          {nodes.slice(0, all ? undefined : FIRST).map((node) => {
            const own = past.get(node.id)
            const law = lawOf(node)
            return (
              <NodeCard
                key={node.id}
                node={node}
                past={own}
                waiting={curves.allowed && query.isPending}
                alarm={isAlarmNode(shown, node)}
                chip={law?.chip}
                bands={law?.bands ?? NONE}
                limits={limitsOf(node.id).flatMap(({ value, ofShown }) => (ofShown ? value : (own?.read(value) ?? [])))}
                alarms={alarmsOf(episodes, node.id)}
                upkeep={upkeep}
                range={range ?? { from: now - DAY, to: now }}
                gaps={gaps}
                zone={zone}
                bare={phone}
                to={history ? to(node.id) : null}
                locked={isSettable(node) && !control}
                onSet={control && isSettable(node) ? () => setSetting(node) : null}
              />
            )
          })}
        </ul>
      )}
      {!all && (
        <Button size="small" onClick={() => setOpened(true)}>
          {translate('devicePage.moreNodes', { count: nodes.length - FIRST })}
        </Button>
      )}
      {setting !== null && (
        <SetValueDialog
          device={device}
          nodes={[setting]}
          onClose={(accepted) => {
            setSetting(null)
            if (accepted) notify('deviceDialogs.set.success', { type: 'success' })
          }}
        />
      )}
    </section>
  )
}

const NONE: readonly never[] = []
