import { clsx } from 'clsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { isShown, type Values } from '../../../resources/kit/validate.ts'
import { resourceOf } from '../../../resources/index.ts'
import type { Field, Resource } from '../../../resources/kit/define.ts'
import { RefLinks, useLinked } from '../../admin/dialogs/RefLinks.tsx'
import type { CellProps } from '../../admin/fields/cell.ts'
import { NoNames } from '../../admin/fields/JoinedNames.tsx'
import { useNamesOf } from '../../admin/fields/names.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { gatewayStates } from '../../live/deviceStatus.ts'
import { mayRead } from '../../../resources/reads.ts'
import { deviceStates } from '../../../dataProvider/calls.ts'
import { readFlag, readNumber } from '../../../dataProvider/normalise.ts'
import { StatusMark, type Status, useCaller } from '../../kit/index.ts'
import { parseIds } from '../../../resources/kit/access.ts'
import { useWords } from '../../admin/fields/words.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { saveMode } from './saveCycle.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'

/** The gateway through which a device reports, or that it has none. */
export function ConnectionCell({ resource, value, row, ...cell }: CellProps) {
  const field = cell.field as Field
  const pick = useLabel()
  const through = isShown(field, row)
  const linked = useLinked(field, row)
  const condition = field.when ? resource.fields[field.when.field] : undefined
  if (!through && condition?.type === 'choice' && field.when) {
    const option = condition.options.find((candidate) => candidate.value === Number(row[field.when?.field ?? '']))
    return <span className={clsx(textCss.ellipsis, tableCss.cut)}>{option ? pick(option.label) : '—'}</span>
  }
  if (value === null || value === undefined) return <span className={fieldsCss.cellNone}>—</span>
  if (linked) return <RefLinks target={linked} value={value} />
  return field.type === 'ref' ? <Name target={resourceOf(field.to)} value={value} /> : null
}

function Name({ target, value }: { target: Resource; value: unknown }) {
  const { names, isPending } = useNamesOf(target, value)
  if (!names) return <NoNames waiting={isPending} />
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={names[0]}>
      {names[0]}
    </span>
  )
}

/**
 * A device's state by icon and word: enabled and online, enabled and offline, or disabled (spec 2 §4); a dash where the
 * platform does not send it.
 */
export function DeviceStateCell({ field, row }: CellProps) {
  const pick = useLabel()
  const translate = useTranslate()
  const status = deviceStatus(row)
  const enabled =
    readNumber(row['control_state']) !== null && 'options' in field && field.options
      ? pick(field.options[0] as Parameters<typeof pick>[0])
      : '—'
  const words = status === 'unknown' ? '—' : translate(`shell.status.${status}`)
  return (
    <span className={fieldsCss.cellState} data-part="state" data-status={status}>
      <StatusMark status={status} />
      <span className={clsx(textCss.ellipsis, tableCss.cut)}>
        {status === 'disabled' ? words : enabled === words ? words : `${enabled} · ${words}`}
      </span>
    </span>
  )
}

/**
 * A gateway's state by icon and word: as the platform reports it, otherwise derived from the devices behind it; a dash
 * where neither is known.
 */
export function GatewayStateCell({ value, row }: CellProps) {
  const translate = useTranslate()
  const reported = readFlag(value)
  const behind = useGatewayStates(reported === null)
  const online = reported ?? behind?.get(Number(row['id'])) ?? null
  if (online === null) return <span className={fieldsCss.cellNone}>—</span>
  const status: Status = online ? 'online' : 'offline'
  return (
    <span className={fieldsCss.cellState} data-part="state" data-status={status}>
      <StatusMark status={status} />
      <span className={clsx(textCss.ellipsis, tableCss.cut)}>{translate(`shell.status.${status}`)}</span>
    </span>
  )
}

/**
 * Returns a device's status: control_state 0 is enabled, any other value disabled; deviceisonline 1 is online, and a
 * missing value unknown.
 */
export function deviceStatus(row: Values): Status {
  if ((readNumber(row['control_state']) ?? 0) !== 0) return 'disabled'
  const online = readFlag(row['deviceisonline'])
  return online === null ? 'unknown' : online ? 'online' : 'offline'
}

/**
 * Returns whether gateways are online according to the devices behind them, for platforms that do not report it.
 * undefined until it is known, and for callers who may not see live states.
 */
function useGatewayStates(shouldLoad: boolean): ReadonlyMap<number, boolean> | undefined {
  const enabled = mayRead(useCaller(), 'live') && shouldLoad
  const queryFn = async ({ signal }: { signal: AbortSignal }) => gatewayStates(await deviceStates(null, signal))
  return useQuery({ queryKey: ['manage/gateway', 'states'], queryFn, enabled, staleTime: 30_000, retry: false }).data
}

/** When a value is amended, in words. */
export function AmendTypesCell({ value }: CellProps) {
  const pick = useLabel()
  const { data = [] } = useWords('DeviceAiAmendType')
  const text = parseIds(String(value ?? '')).map((type) => {
    const word = data.find((candidate) => candidate.value === type)
    return word ? pick(word.label) : String(type)
  })
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={text.join(', ')}>
      {text.join(', ') || '—'}
    </span>
  )
}

/** How a device's values are saved, in words. */
export function SaveCycleCell({ value }: CellProps) {
  const translate = useTranslate()
  if (value === null || value === undefined) return <span className={fieldsCss.cellNone}>—</span>
  const mode = saveMode(value)
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)}>
      {mode === 'period'
        ? translate('crud.save.every', { minutes: formatNumber(value) })
        : translate(`crud.save.${mode}`)}
    </span>
  )
}
