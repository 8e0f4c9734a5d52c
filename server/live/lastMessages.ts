import type { FeedMessage } from '../platform.ts'

/** Messages kept of one device, and of all together: with many devices each has fewer. */
export const MESSAGES_MOST = 50
const ALL = 50_000

export interface LastMessages {
  keep(message: FeedMessage): void
  /** Oldest first; empty where nothing came since the start. */
  of(deviceId: number): readonly FeedMessage[]
  /** Evicts deleted devices. */
  prune(isThere: (deviceId: number) => boolean): void
}

/** Bounded buffer of each device's last messages since the start: the initial content of the data flow. */
export function createLastMessages(): LastMessages {
  const byDevice = new Map<number, FeedMessage[]>()
  return {
    keep(message) {
      const messages = byDevice.get(message.deviceid)
      if (!messages) return void byDevice.set(message.deviceid, [message])
      messages.push(message)
      const most = Math.max(1, Math.min(MESSAGES_MOST, Math.floor(ALL / byDevice.size)))
      if (messages.length > most) messages.splice(0, messages.length - most)
    },
    of: (deviceId) => byDevice.get(deviceId) ?? [],
    prune(isThere) {
      for (const id of byDevice.keys()) if (!isThere(id)) byDevice.delete(id)
    },
  }
}
