import { Switch } from '@mui/material'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { mayUse, parseIds } from '../../../resources/kit/access.ts'
import { titleOf } from '../../../resources/kit/named.ts'
import { readConditions, SCALE, toDisplayedValue } from '../../../resources/kit/rule.ts'
import { unwrap } from '../../../resources/kit/wrapped.ts'
import { isEmpty, isShown } from '../../../resources/kit/validate.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { readUpkeep } from '../../../dataProvider/normalise.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { useSaved } from '../../admin/useSaved.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { messageOf, useCaller } from '../../kit/index.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { rowsById, useNames, nameIn } from '../../admin/fields/names.ts'
import { findResource } from '../../../resources/index.ts'
import { JoinedNames, NoNames } from '../../admin/fields/JoinedNames.tsx'
import fieldsCss from '../../admin/fields/fields.module.css'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'

/** Switch in the list for users who may edit the record; a word for all others. */
export const SwitchCell = (cell: CellProps) => <FlagSwitch cell={cell} on={1} />

/** Switch of a flag that means the opposite of its label: is_stop under "Running". */
export const InvertedSwitchCell = (cell: CellProps) => <FlagSwitch cell={cell} on={0} />

/**
 * Returns why a flag could not be changed. In the list there are no fields at which problems could be shown, so a
 * problem with another field is reported with that field's name.
 */
function refusalOf(
  failure: unknown,
  { resource, name }: Pick<CellProps, 'resource' | 'name'>,
  pick: ReturnType<typeof useLabel>,
): string | null {
  const errors: Record<string, string> = failure instanceof WireError ? (failure.body.errors ?? {}) : {}
  const problems = Object.entries(errors)
  const [at, text] = problems.find(([field]) => field === name) ?? problems[0] ?? []
  if (at === undefined || text === undefined) return null
  const label = at === name ? undefined : resource.fields[at]?.label
  return label ? `${pick(label)}: ${text}` : text
}

function FlagSwitch({ cell: { resource, name, field, value, row, still }, on }: { cell: CellProps; on: 0 | 1 }) {
  const translate = useTranslate()
  const pick = useLabel()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const saved = useSaved()
  const caller = useCaller()
  const [pending, setPending] = useState<boolean | null>(null)
  const checked = pending ?? Number(value) === on
  if (pending === null && isEmpty(value)) return <span className={fieldsCss.cellNone}>—</span>
  if (still || !mayUse(caller, resource, 'edit')) return <span>{translate(checked ? 'crud.yes' : 'crud.no')}</span>

  const change = async (next: boolean) => {
    if (pending !== null) return
    setPending(next)
    try {
      await dataProvider.update<Row>(resource.path, {
        id: Number(row['id']),
        data: { [name]: next ? on : 1 - on },
        previousData: row as Row,
      })
      await saved(resource.path)
    } catch (failure) {
      const text = refusalOf(failure, { resource, name }, pick) ?? messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
    } finally {
      setPending(null)
    }
  }
  return (
    <Switch
      checked={checked}
      onChange={(_event, next) => void change(next)}
      // A click on the row would open it.
      onClick={(event) => event.stopPropagation()}
      slotProps={{
        input: { 'aria-label': `${pick(field.label)}: ${titleOf(resource, row)}`, 'aria-busy': pending !== null },
      }}
    />
  )
}

/** Loaded separately, since few rules are under maintenance. */
const RuleUpkeep = lazy(async () => ({ default: (await import('../maintenance/RuleUpkeep.tsx')).RuleUpkeep }))

/** Name of a rule, with a mark where a maintenance window over it is open or planned. */
export function RuleNameCell({ resource, row }: CellProps) {
  const name = titleOf(resource, row)
  const upkeep = readUpkeep(row)
  const words = (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={name}>
      {name}
    </span>
  )
  if (upkeep.maintenance_until === null && upkeep.maintenance_next === null) return words
  return (
    <span className={tableCss.links}>
      {words}
      <Suspense>
        <RuleUpkeep upkeep={upkeep} as="icon" />
      </Suspense>
    </span>
  )
}

/** Loaded separately: the standards are larger than what lists load. */
const ClassLimit = lazy(() => import('./ClassLimit.tsx'))

/** A limit of a rule, in the unit of the node that the rule watches. */
export function LimitCell({ resource, name, value, row }: CellProps) {
  const field = resource.fields[name]
  const node = useNode(Number(row['nodemap_id']))
  const unit = text(node?.['unitname'])
  const translate = useTranslate()
  if (!field) return null
  // A dash both for a limit that the condition does not need and for one that is empty.
  if (!isShown(field, row) || isEmpty(value)) return <span className={fieldsCss.cellNone}>—</span>
  // A limit of stored values, shown as the live list would show it.
  const script = Number(row['limit_scale'] ?? SCALE.stored) === SCALE.shown ? null : text(unwrap(node?.['node_script']))
  const limit = Number(value)
  const calc = readConditions(row['conditions'])?.calc
  if (calc === 'class') {
    const level = <span>{translate('alarmConfig.conditions.classNumber', { level: limit })}</span>
    return (
      <Suspense fallback={level}>
        <ClassLimit row={row} level={limit} unknown={level} />
      </Suspense>
    )
  }
  if (calc === 'index')
    return (
      <span className={clsx(textCss.ellipsis, tableCss.cut)}>
        {translate('overview.index')} {formatNumber(limit)}
      </span>
    )
  const shown = (script ? toDisplayedValue(script, limit, calc) : null) ?? limit
  const number = formatNumber(shown)
  const stored = shown !== limit && ` (${translate('alarmConfig.scale.ofStored', { value: formatNumber(value) })})`
  return (
    <span
      className={clsx(textCss.ellipsis, tableCss.cut)}
      title={unit || stored ? `${number} ${unit}${stored || ''}` : undefined}
    >
      {number}
      {unit && <span className={fieldsCss.cellUnit}> {unit}</span>}
    </span>
  )
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns a model's node; undefined until it is known. */
function useNode(nodemap: number): Row | undefined {
  const { data: nodemaps = [] } = useNames('manage/product/nodemap')
  const { data: nodes = [] } = useNames('manage/node')
  return rowsById(nodes).get(Number(rowsById(nodemaps).get(nodemap)?.['node_id']))
}

/** Number of names drawn in a table; the rest are counted, and named in the tooltip. */
const SHOWN = 2

/** The records that a reference names, separated by commas: links for users who may open them. */
export function RecordLinksCell(props: CellProps) {
  const { field, value, second, still } = props as unknown as CellProps<'ref'>
  const translate = useTranslate()
  const caller = useCaller()
  const { data: rows, isPending } = useNames(field.to)
  const ids = parseIds(String(value ?? ''))
  if (ids.length === 0) return <span className={fieldsCss.cellNone}>—</span>
  if (!rows) return <NoNames waiting={isPending} />
  const target = findResource(field.to)
  const shown = still ? ids : ids.slice(0, SHOWN)
  // Under a card's title the cell is inside a button, which must not contain links.
  const mayOpen = !second && target?.screen === true && mayUse(caller, target, 'edit')
  const name = (id: number): string => nameIn(field.to, rows, id) ?? `#${id}`
  return (
    <span className={tableCss.links} title={ids.map(name).join(translate('crud.comma'))}>
      <span className={clsx(textCss.ellipsis, tableCss.cut)}>
        <JoinedNames
          folded={still}
          names={shown.map((id) =>
            mayOpen ? (
              <Link
                key={id}
                className={tableCss.link}
                to={`/${field.to}/${id}`}
                onClick={(event) => event.stopPropagation()}
              >
                {name(id)}
              </Link>
            ) : (
              name(id)
            ),
          )}
        />
      </span>
      {ids.length > shown.length && (
        <span className={fieldsCss.cellUnit}>
          {translate('alarmConfig.andMore', { count: ids.length - shown.length })}
        </span>
      )}
    </span>
  )
}
