import type { Platform } from '../platform.ts'

/** A value on its way down to a device: what is published to `command/<sn>` (wire.md, MQTT_URL). */
export interface Command {
  sn: string
  deviceid: number
  nodemapid: number
  nodeaddr: number
  value: number
  t: number
}

/** A way down to devices; answers whether it took the command. */
export type Channel = (command: Command) => Promise<boolean>

const channels = new WeakMap<Platform, Set<Channel>>()

/** Opens a way down; call what it answers to close it again. */
export function openChannel(platform: Platform, channel: Channel): () => void {
  const open = channels.get(platform) ?? new Set<Channel>()
  channels.set(platform, open.add(channel))
  return () => void open.delete(channel)
}

/** Sends a command by every way there is; false when none took it. */
export async function sendCommand(platform: Platform, command: Command): Promise<boolean> {
  const results = await Promise.allSettled([...(channels.get(platform) ?? [])].map((channel) => channel(command)))
  return results.some((result) => result.status === 'fulfilled' && result.value)
}
