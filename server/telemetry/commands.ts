import type { Platform } from '../platform.ts'

/** A value on its way to a device, as published to `command/<sn>` (wire.md, MQTT_URL). */
export interface Command {
  sn: string
  deviceid: number
  nodemapid: number
  nodeaddr: number
  value: number
  t: number
}

/** A channel to devices. Resolves to whether the channel accepted the command. */
export type Channel = (command: Command) => Promise<boolean>

const channels = new WeakMap<Platform, Set<Channel>>()

/** Registers a channel; returns the function that removes it. */
export function openChannel(platform: Platform, channel: Channel): () => void {
  const open = channels.get(platform) ?? new Set<Channel>()
  channels.set(platform, open.add(channel))
  return () => void open.delete(channel)
}

/** Sends a command over every channel. Returns false when no channel accepted it. */
export async function sendCommand(platform: Platform, command: Command): Promise<boolean> {
  const results = await Promise.allSettled([...(channels.get(platform) ?? [])].map((channel) => channel(command)))
  return results.some((result) => result.status === 'fulfilled' && result.value)
}
