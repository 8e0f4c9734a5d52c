import { mayControl } from '../../resources/control.ts'
import { DECIDING } from '../../resources/kit/rule.ts'
import { ApiError } from '../errors.ts'
import type { PendingSave } from '../platform/hook.ts'

/**
 * Fields that decide whether, when and what a rule sets by itself: changing one of them is setting up linked control.
 */
const ACTING = [
  'project_id',
  ...DECIDING,
  'alarm_interval',
  'enable_ganged',
  'ganged_device_id',
  'ganged_nodemap_id',
  'ganged_value',
] as const

/** Whether a save creates a rule, enables one, or changes when it fires or what it then sets. */
export const isDecisionChanged = ({ old, row }: Pick<PendingSave, 'old' | 'row'>): boolean =>
  old === null ||
  (row.enable === 1 && old.enable !== 1) ||
  ACTING.some((name) => String(old[name] ?? '') !== String(row[name] ?? ''))

/**
 * Requires the right to control the linked device: a rule acts on it in its author's place. A user who may not set
 * values, or not those of that device, can neither create such a rule, nor change what lets it act, nor enable it. Its
 * name, its message, whom it notifies, and disabling it remain open to every user who may edit rules.
 */
export function askForControl({
  old,
  row,
  signedIn: { caller },
  platform: { registry },
}: Pick<PendingSave, 'old' | 'row' | 'signedIn' | 'platform'>): void {
  const linked = [old, row].filter((rule) => rule?.enable_ganged === 1)
  if (linked.length === 0 || !isDecisionChanged({ old, row })) return
  if (!mayControl(caller))
    throw new ApiError(403, 'error.forbidden', {}, { enable_ganged: { key: 'error.alarm.control' } })
  const isElsewhere = linked.some((rule) => {
    const device = registry.device(Number(rule?.ganged_device_id))
    return device?.project_id === rule?.project_id && device !== undefined && !registry.mayTouch(caller, device)
  })
  if (isElsewhere)
    throw new ApiError(403, 'error.forbidden', {}, { enable_ganged: { key: 'error.maintenance.outside' } })
}
