import type { Registry } from '../../platform.ts'
import type { Watch } from '../watch.ts'

/**
 * Returns from when on the silence of a watch's device counts, epoch ms, in a process that listens since `since`. Time
 * before it in which no device sent a sample may be the platform's own silence, and does not count; the rest does, so
 * that silence is told however often the platform restarts.
 */
export function silenceFrom(
  registry: Pick<Registry, 'device' | 'devices'>,
  since: number,
): (watch: Pick<Watch, 'deviceId' | 'rule'>) => number {
  let newest = 0
  // Clocks of devices may be ahead.
  for (const { lastAt } of registry.devices()) if (lastAt !== null && lastAt <= since) newest = Math.max(newest, lastAt)
  return ({ deviceId, rule }) => {
    const last = registry.device(deviceId)?.nodes.get(rule.nodemap_id)?.last?.ts
    return last === undefined || last > newest ? since : last + (since - newest)
  }
}
