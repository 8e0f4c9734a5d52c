import type { Transaction } from 'kysely'
import { resourceOf } from '../../resources/index.ts'
import { rawLastOf, rawOf } from '../calibration.ts'
import { logOperation, type OperationType } from '../crud/operations.ts'
import type { LiveDevice, LiveNode, LiveSample, Platform } from '../platform.ts'
import type { AnyTables } from '../storage/types.ts'
import { endOf, endSwitches, isSameValue, MAX_CLOCK_LAG_MS, type CommandEnd } from './commandEnd.ts'

/** A value on its way to a node. `userId` is the user who sent it; null for an alarm's linked control. */
export interface PendingCommand {
  device: LiveDevice
  node: LiveNode
  value: number
  userId: number | null
}

/** Takes note of whether a logged command was sent. */
export interface ReadBack {
  /** The command was sent. The device has `within` ms to report the value. */
  sent(within: number): void
  /** No channel accepted the command. Resolves once that is logged. */
  refused(): Promise<void>
}

/**
 * Writes a command to the operation log before it is sent (type `command`, with the node's old and new value). The log
 * is append-only, so the end is a second entry: `confirmed` when the device reports the value, `unconfirmed` when it
 * does not in time or could not be reached. In this second entry the old value is the commanded value and the new value
 * is the one reported since, null for none. A report of another value does not end the command before its time is over,
 * because a device may report its previous state once more. All values are raw, since a device knows no calibration.
 * Listening starts before the command is sent, since a device may report before the sender learns that the command was
 * accepted.
 *
 * @param beside writes rows that belong to the command in the same transaction, given the id of the log entry. If it
 * throws, nothing is written and the caller must not send the command.
 * @param storage writes the command entry. For commands that only the leader may send, it refuses the write once
 * another process leads. Any process may write the end of a command.
 */
export async function logCommand(
  platform: Platform,
  command: PendingCommand,
  beside?: (trx: Transaction<AnyTables>, operationId: number) => Promise<void>,
  storage: Platform['storage'] = platform.storage,
): Promise<ReadBack> {
  const { device, node, value } = command
  const sentAt = Date.now()
  const operationId = await logStep(storage, command, ['command', rawLastOf(node)?.value ?? null, value], beside)
  let timer: NodeJS.Timeout | undefined
  const end = async (ended: CommandEnd): Promise<void> => {
    if (!waitingOf(platform).delete(onSample)) return
    clearTimeout(timer)
    await logEnd(platform.storage, command, operationId, ended).catch((error: unknown) =>
      platform.log.error({ err: error }, 'the outcome of a command could not be logged'),
    )
  }
  const isSince = ({ ts }: { ts: number }): boolean => ts >= sentAt - MAX_CLOCK_LAG_MS
  const onSample = (sample: LiveSample): void => {
    if (
      sample.device.id === device.id &&
      sample.node.id === node.id &&
      isSince(sample) &&
      isSameValue(rawOf(sample), value)
    )
      void end(endOf(value, rawOf(sample), Date.now()))
  }
  const lastNow = (): ReturnType<typeof rawLastOf> => {
    const current = platform.registry.device(device.id)?.nodes.get(node.id)
    return current ? rawLastOf(current) : null
  }
  // The tolerated lag reaches back before the command, so a value that was known before it is no report of it.
  const before = lastNow()
  // If another process received the device's report, only the live state of this process knows about it.
  const lookLast = (): void => {
    const last = lastNow()
    const isReport = last !== null && last.ts !== before?.ts && isSince(last)
    void end(endOf(value, isReport ? last.value : null, Date.now()))
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

/** Returns the listeners of unconfirmed commands. The first call for a platform subscribes to committed samples. */
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

/** Writes the end of a command to the operation log, and into the alarm's switch that depends on the command. */
export async function logEnd(storage: Platform['storage'], about: About, operationId: number, end: CommandEnd) {
  const type = end.result === 'confirmed' ? 'confirmed' : 'unconfirmed'
  await logStep(storage, about, [type, about.value, end.reported], (trx) => endSwitches(trx, operationId, end))
}

/** Writes a command, or its end, to the operation log and returns the entry's id. */
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
