import { gatewayStates } from '../../live/deviceStatus.ts'
import { mayRead } from '../../../resources/reads.ts'
import { deviceStates } from '../../../dataProvider/calls.ts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslate } from 'ra-core'
import { readFlag, readNumber } from '../../../dataProvider/normalise.ts'
import type { Values } from '../../../resources/kit/validate.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { StatusMark, type Status, useCaller } from '../../kit/index.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'

/** A device's state by mark and word: enabled and online, enabled and offline, or disabled (spec 2 §4); a dash for what the platform does not say. */
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

/** A gateway's state by mark and word: what the platform says of it, else what the devices behind it say; a dash where nobody does. */
export function GatewayStateCell({ value, row }: CellProps) {
  const translate = useTranslate()
  const said = readFlag(value)
  const behind = useGatewayStates(said === null)
  const online = said ?? behind?.get(Number(row['id'])) ?? null
  if (online === null) return <span className={fieldsCss.cellNone}>—</span>
  const status: Status = online ? 'online' : 'offline'
  return (
    <span className={fieldsCss.cellState} data-part="state" data-status={status}>
      <StatusMark status={status} />
      <span className={clsx(textCss.ellipsis, tableCss.cut)}>{translate(`shell.status.${status}`)}</span>
    </span>
  )
}

/** control_state 0 is enabled, anything else disabled; deviceisonline 1 is online, and unknown where it is missing. */
export function deviceStatus(row: Values): Status {
  if ((readNumber(row['control_state']) ?? 0) !== 0) return 'disabled'
  const online = readFlag(row['deviceisonline'])
  return online === null ? 'unknown' : online ? 'online' : 'offline'
}

/**
 * Whether gateways are online by what the devices behind them say, for platforms whose gateways do not say it themselves. undefined before it is known,
 * and for who may not see live states.
 */
function useGatewayStates(wanted: boolean): ReadonlyMap<number, boolean> | undefined {
  const enabled = mayRead(useCaller(), 'live') && wanted
  const queryFn = async ({ signal }: { signal: AbortSignal }) => gatewayStates(await deviceStates(null, signal))
  return useQuery({ queryKey: ['manage/gateway', 'states'], queryFn, enabled, staleTime: 30_000, retry: false }).data
}
