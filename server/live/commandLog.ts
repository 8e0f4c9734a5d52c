import type { Transaction } from 'kysely'
import { resourceOf } from '../../resources/index.ts'
import { logOperation, type OperationType } from '../crud/operations.ts'
import type { LiveDevice, LiveNode, LiveSample, Platform } from '../platform.ts'
import type { AnyTables } from '../storage/types.ts'
import { endOf, endSwitches, same, type CommandEnd } from './commandEnd.ts'

/** A value on its way to a node, and who sent it; `userId` null is an alarm's linked control. */
export interface PendingCommand {
  device: LiveDevice
  node: LiveNode
  value: number
  userId: number | null
}

/** Reports the outcome of a logged command. */
export interface ReadBack {
  /** It was sent: the device has so many milliseconds to report the value. */
  sent(within: number): void
  /** No channel accepted it. Resolves once that is logged. */
  refused(): Promise<void>
}

/** Tolerated lag of a device's clock, ms; older samples say nothing about the command. */
const SKEW = 60_000

/**
 * Writes a command to the operation log before it is sent (type `command`, the node's old and new value), and a second entry once its end is
 * known, for the log only grows: `confirmed` when the device reports the value, `unconfirmed` when it does not in time or could not be reached.
 * In that one the old value is what was commanded and the new one what the device reported since, null for nothing. A report of another value
 * ends nothing before its time is over: a device may say once more what it was. It listens from now on, since a device may report before the
 * sender learns that the command was accepted.
 *
 * @param beside writes what belongs to the command in the same transaction, by the id of its entry; where it throws nothing is written, and nothing is to be sent
 * @param storage takes the command: of what only the leader may send, refused once another leads. Its end is anybody's to write.
 */
export async function logCommand(
  platform: Platform,
  command: PendingCommand,
  beside?: (trx: Transaction<AnyTables>, operationId: number) => Promise<void>,
  storage: Platform['storage'] = platform.storage,
): Promise<ReadBack> {
  const { device, node, value } = command
  const sentAt = Date.now()
  const operationId = await logStep(storage, command, ['command', node.last?.value ?? null, value], beside)
  let timer: NodeJS.Timeout | undefined
  const end = async (ended: CommandEnd): Promise<void> => {
    if (!waitingOf(platform).delete(onSample)) return
    clearTimeout(timer)
    await logEnd(platform.storage, command, operationId, ended).catch((error: unknown) =>
      platform.log.error({ err: error }, 'the end of a command could not be logged'),
    )
  }
  const onSample = (sample: LiveSample): void => {
    if (
      sample.device.id === device.id &&
      sample.node.id === node.id &&
      sample.ts >= sentAt - SKEW &&
      same(sample.value, value)
    )
      void end(endOf(value, sample.value, Date.now()))
  }
  // Where another process took the device's report, only the live state knows of it.
  const lookLast = (): void => {
    const last = platform.registry.device(device.id)?.nodes.get(node.id)?.last
    void end(endOf(value, last && last.ts >= sentAt ? last.value : null, Date.now()))
  }
  waitingOf(platform).add(onSample)
  return {
    sent(within) {
      if (waitingOf(platform).has(onSample)) timer = setTimeout(lookLast, within).unref()
    },
    refused: () => end({ result: 'unreachable', reported: null, at: Date.now() }),
  }
}

type SampleListener = (sample: LiveSample) => void

const waiting = new WeakMap<Platform, Set<SampleListener>>()

/** Listeners of unconfirmed commands; the first of a platform subscribes to committed samples. */
function waitingOf(platform: Platform): Set<SampleListener> {
  const known = waiting.get(platform)
  if (known) return known
  const listeners = new Set<SampleListener>()
  waiting.set(platform, listeners)
  platform.ingest.onCommitted((samples) => {
    if (listeners.size > 0) for (const sample of samples) for (const onSample of listeners) onSample(sample)
  })
  return listeners
}

const text = (value: number | null): string | null => (value === null ? null : String(value))

interface About {
  device: { id: number; name: string; project_id: number | null; district_id: number | null }
  node: { id: number; alias: string }
  value: number
  userId: number | null
}

/** Writes the end of a command to the operation log, and into the switch of an alarm that hangs on it. */
export async function logEnd(storage: Platform['storage'], about: About, operationId: number, end: CommandEnd) {
  const type = end.result === 'confirmed' ? 'confirmed' : 'unconfirmed'
  await logStep(storage, about, [type, about.value, end.reported], (trx) => endSwitches(trx, operationId, end))
}

/** Writes a command, or its end, to the operation log; answers the entry's id. */
function logStep(
  storage: Platform['storage'],
  { device, node, userId }: About,
  [type, old_value, new_value]: [OperationType, number | null, number | null],
  beside?: (trx: Transaction<AnyTables>, operationId: number) => Promise<void>,
): Promise<number> {
  const change = {
    field_name: `nodemap ${node.id}`,
    field_comment: node.alias,
    old_value: text(old_value),
    new_value: text(new_value),
  }
  const row = { name: device.name, project_id: device.project_id, district_id: device.district_id }
  return storage.writeAny(async (trx) => {
    const operation = { resource: resourceOf('manage/device'), type, id: device.id, old: null, row, userId }
    const id = await logOperation(trx, { ...operation, changes: [change] })
    await beside?.(trx, id)
    return id
  })
}
