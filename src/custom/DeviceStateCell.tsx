import { useTranslate } from 'ra-core'
import type { Values } from '../../resources/kit/validate.ts'
import type { CellProps } from '../fields/cell.ts'
import { useLabel } from '../fields/useLabel.ts'
import { StatusMark, type Status } from '../ui/index.ts'

/** A device's state by mark and word: enabled and online, enabled and offline, or disabled (spec 2 §4). */
export function DeviceStateCell({ field, row }: CellProps) {
  const pick = useLabel()
  const translate = useTranslate()
  const status = deviceStatus(row)
  const enabled = 'options' in field && field.options ? pick(field.options[0] as Parameters<typeof pick>[0]) : ''
  return (
    <span className="cell-state" data-status={status}>
      <StatusMark status={status} />
      <span className="ellipsis">{status === 'disabled' ? translate('shell.status.disabled') : `${enabled} · ${translate(`shell.status.${status}`)}`}</span>
    </span>
  )
}

/** Online or offline by mark and word. */
export function OnlineCell({ value }: CellProps) {
  const translate = useTranslate()
  const status: Status = Number(value) === 1 ? 'online' : 'offline'
  return (
    <span className="cell-state" data-status={status}>
      <StatusMark status={status} />
      <span className="ellipsis">{translate(`shell.status.${status}`)}</span>
    </span>
  )
}

/** control_state 0 is enabled, anything else disabled; deviceisonline 1 is online. */
export function deviceStatus(row: Values): Status {
  if (Number(row['control_state'] ?? 0) !== 0) return 'disabled'
  return Number(row['deviceisonline'] ?? 0) === 1 ? 'online' : 'offline'
}
