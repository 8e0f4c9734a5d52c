import { resourceOf } from '../../resources/index.ts'
import { logOperation, type OperationType } from '../crud/operations.ts'
import type { LiveDevice, LiveNode, LiveSample, Platform } from '../platform.ts'

/** A value on its way to a node, and who sent it; `userId` null is an alarm's linked control. */
export interface PendingCommand {
  device: LiveDevice
  node: LiveNode
  value: number
  userId: number | null
}

/** Reports the outcome of a logged command. */
export interface ReadBack {
  /** It was sent: the device has `within` milliseconds to report the value. */
  sent(within: number): void
  /** No channel accepted it. Resolves once that is logged. */
  refused(): Promise<void>
}

/** Timeout for the device's confirmation, ms. */
export const READ_BACK = 30_000
/** Tolerated lag of a device's clock, ms; older samples say nothing about the command. */
const SKEW = 60_000

/**
 * Writes a command to the operation log before it is sent (type `command`, the node's old and new value), and a second entry once its end is
 * known, for the log only grows: `confirmed` when the device reports the value, `unconfirmed` when it does not in time or could not be reached.
 * In that one the old value is what was commanded and the new one what the device reported since, null for nothing. It listens from
 * now on, since a device may report before the sender learns that the command was accepted.
 */
export async function logCommand(platform: Platform, command: PendingCommand): Promise<ReadBack> {
  const { device, node, value } = command
  const sentAt = Date.now()
  await logStep(platform.storage, command, 'command', node.last?.value ?? null, value)
  let timer: NodeJS.Timeout | undefined
  const end = async (type: 'confirmed' | 'unconfirmed', reported: number | null): Promise<void> => {
    if (!waitingOf(platform).delete(onSample)) return
    clearTimeout(timer)
    await logStep(platform.storage, command, type, value, reported).catch((error: unknown) =>
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
      void end('confirmed', sample.value)
  }
  // Where another process took the device's report, only the live state knows of it.
  const lookLast = (): void => {
    const last = platform.registry.device(device.id)?.nodes.get(node.id)?.last
    const reported = last && last.ts >= sentAt ? last.value : null
    void end(reported !== null && same(reported, value) ? 'confirmed' : 'unconfirmed', reported)
  }
  waitingOf(platform).add(onSample)
  return {
    sent(within) {
      if (waitingOf(platform).has(onSample)) timer = setTimeout(lookLast, within).unref()
    },
    refused: () => end('unconfirmed', null),
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

/** Scripts of a node scale what it reports: equal but for what that loses. */
export const same = (reported: number, value: number): boolean =>
  Math.abs(reported - value) <= 1e-6 * Math.max(1, Math.abs(value))

const text = (value: number | null): string | null => (value === null ? null : String(value))

interface About {
  device: { id: number; name: string; project_id: number | null }
  node: { id: number; alias: string }
  userId: number | null
}

/** Writes a command, or its end, to the operation log. */
export function logStep(
  storage: Platform['storage'],
  { device, node, userId }: About,
  type: OperationType,
  old_value: number | null,
  new_value: number | null,
): Promise<void> {
  const change = {
    field_name: `nodemap ${node.id}`,
    field_comment: node.alias,
    old_value: text(old_value),
    new_value: text(new_value),
  }
  const row = { name: device.name, project_id: device.project_id }
  return storage.writeAny((trx) =>
    logOperation(trx, {
      resource: resourceOf('manage/device'),
      type,
      id: device.id,
      old: null,
      row,
      userId,
      changes: [change],
    }),
  )
}
