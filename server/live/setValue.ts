import { mayControl } from '../../resources/control.ts'
import type { Caller } from '../../resources/kit/access.ts'
import { isSettable, isSwitchable } from '../../resources/kit/reading.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { forbidden, invalid, notFound } from '../errors.ts'
import { idOf } from '../http/body.ts'
import type { LiveDevice, LiveNode, Platform, Registry } from '../platform.ts'
import { sendCommand } from '../telemetry/commands.ts'
import { sampleValueOf } from '../telemetry/items.ts'
import { logCommand } from './commandLog.ts'

/** A checked value for a node. */
export interface SetValue {
  device: LiveDevice
  node: LiveNode
  value: number
}

/** Checks the body of PUT godbSetDeviceNodeValue {deviceid, nodemapid, value}. */
export function readSetValue(
  registry: Registry,
  caller: Caller,
  { deviceid, nodemapid, value }: Record<string, unknown>,
): SetValue {
  if (!mayControl(caller)) throw forbidden()
  const device = registry.device(idOf(deviceid) ?? 0)
  if (!device || !registry.mayTouch(caller, device)) throw notFound()
  const node = device.nodes.get(idOf(nodemapid) ?? 0)
  if (!node) throw invalid({ nodemapid: { key: 'error.telemetry.node' } })
  if (device.control_state !== 0) throw invalid({ deviceid: { key: 'error.telemetry.disabled' } })
  const number = sampleValueOf(value)
  const problem = number === null ? { key: 'error.rule.number' } : settable(node, number)
  if (problem || number === null) throw invalid({ value: problem ?? { key: 'error.rule.number' } })
  return { device, node, value: number }
}

/**
 * Logs a command and sends it to the device on behalf of a user (null: an alarm). The value shows, and the command is
 * confirmed, once the device reports it, within the time named in the node's record. Returns false where no channel
 * reaches the device. A command that cannot be logged is not sent.
 *
 * @param beside as in logCommand, like `storage`
 */
export async function setValue(
  platform: Platform,
  { device, node, value }: SetValue,
  userId: number | null,
  {
    within = node.readBack,
    beside,
    storage,
  }: { within?: number; beside?: Parameters<typeof logCommand>[2]; storage?: Platform['storage'] } = {},
): Promise<boolean> {
  const readBack = await logCommand(platform, { device, node, value, userId }, beside, storage)
  const sent = await sendCommand(platform, {
    sn: device.sn,
    deviceid: device.id,
    nodemapid: node.id,
    nodeaddr: node.nodeaddr,
    value,
    t: Date.now(),
  })
  if (sent) readBack.sent(within)
  else await readBack.refused()
  return sent
}

/** Returns what is wrong with a value for a node, or null. */
export function settable(node: LiveNode, value: number): Problem | null {
  if (isSwitchable(node)) return value === 0 || value === 1 ? null : { key: 'error.rule.flag' }
  if (!isSettable(node)) return { key: 'error.telemetry.readOnly' }
  if (value < node.min_value) return { key: 'error.rule.min', args: { min: node.min_value } }
  return value > node.max_value ? { key: 'error.rule.max', args: { max: node.max_value } } : null
}
