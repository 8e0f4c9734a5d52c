import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR, MINUTE } from '../../resources/kit/zone.ts'
import type { Platform } from '../platform.ts'
import { ask } from './protocol/command.ts'
import type { Hub } from './hub.ts'

/**
 * The averages requested after a station was away: command, interval of the averages, and how far back they are
 * requested at most, ms.
 */
const SPANS = [
  { cn: '2051', every: 10 * MINUTE, back: 24 * HOUR },
  { cn: '2061', every: HOUR, back: 14 * 24 * HOUR },
] as const
/** Minimum time between two requests to a station that connects again and again, ms. */
const MIN_INTERVAL_MS = 5 * MINUTE

const asked = new WeakMap<Hub, Map<string, number>>()

/**
 * Requests from a station that just connected the minute and hour averages newer than the last one the platform has.
 * The answers are stored like any upload and replace what is stored for the same span. A station that never sent such
 * averages is not asked.
 */
export async function fillGaps(
  { storage }: Platform,
  hub: Hub,
  device: number,
  { delay, seldom = MIN_INTERVAL_MS }: { delay: number; seldom?: number },
): Promise<void> {
  await sleep(delay, null, { ref: false })
  const times = asked.get(hub) ?? new Map<string, number>()
  asked.set(hub, times)
  for (const { cn, every, back } of SPANS) {
    const session = hub.sessions.get(device)
    if (!session?.up) return
    const now = Date.now()
    const key = `${device} ${cn}`
    if (now - (times.get(key) ?? -Infinity) < seldom) continue
    const { last } = await storage.read
      .selectFrom('hj212reported')
      .select((select) => select.fn.max<number | null>('ts').as('last'))
      .where('device_id', '=', device)
      .where('cn', '=', Number(cn))
      .executeTakeFirstOrThrow()
    if (last === null || now - Number(last) <= 2 * every) continue
    times.set(key, now)
    const begin = Math.max(Number(last) + 1000, now - back)
    await ask(hub, device, {
      cn,
      st: session.st || '32',
      cp: [
        [
          ['BeginTime', hub.clock.write(begin)],
          ['EndTime', hub.clock.write(now)],
        ],
      ],
    })
  }
}
