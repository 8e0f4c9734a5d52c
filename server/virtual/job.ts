import { isSwitch } from '../../resources/kit/reading.ts'
import { missingAfter } from '../../resources/kit/rule.ts'
import { hourOfDay } from '../history/calendar.ts'
import type { ItemResult, LiveDevice, LiveNode, Platform } from '../platform.ts'
import type { Job } from '../platform/processes.ts'
import { MAX_ITEMS } from '../telemetry/items.ts'
import { loadShadows, type Shadow } from './rules.ts'
import { AI, NODE, virtualValueOf, type Moment, type Reported, type VirtualRule } from './value.ts'

type Services = Pick<Platform, 'storage' | 'registry' | 'ingest' | 'log' | 'settings'>

/** How often due devices are searched, and how long the loaded rules are used, ms. */
const TICK_MS = 1000
const RULES_TTL_MS = 5000

/** A generated value: its device, its node (as "device/node") and the telemetry item. */
interface Made {
  device: number
  key: string
  item: object
}

/**
 * Creates the job that computes the values of virtual devices, each at its acquisition_cycle, and sends them in as
 * telemetry, so that history, alarms and the live feed follow. Times are multiples of the cycle, so that a new leader
 * continues without a break.
 */
export function virtualJob(services: Services, seed = 'virtual'): Job {
  const { registry, ingest, log, settings } = services
  let shadows: Shadow[] = []
  let loadedAt = Number.NEGATIVE_INFINITY
  /** Start of the last cycle that was handled, by device. */
  const slots = new Map<number, number>()
  /** Time of the last value sent for each node, to distinguish it from values that the device itself reported. */
  const sent = new Map<string, number>()

  /** Last values reported by the devices themselves. */
  const reported = new Map<string, Reported>()

  const momentOf = (node: LiveNode, ts: number, script: Shadow['script']): Moment => ({
    ts,
    hour: hourOfDay(ts, settings.timeZone),
    range: { min: node.min_value, max: node.max_value },
    isSwitch: isSwitch(node),
    own: null,
    other: null,
    script,
  })
  const ownOf = (
    rule: VirtualRule,
    script: Shadow['script'],
    device: LiveDevice,
    node: LiveNode,
    now: number,
  ): Reported | null => {
    const key = `${device.id}/${node.id}`
    // After a start, an earlier generated value is recognised by its value: the same rule and moment always yield the
    // same one.
    if (node.last && !sent.has(key)) {
      const { ts, value } = node.last
      const generated = virtualValueOf(
        { ...rule, aiType: AI.generated, nodeType: NODE.virtual },
        momentOf(node, ts, script),
        seed,
      )
      if (generated?.value === value) sent.set(key, ts)
    }
    // An out-of-range value is not a last value, but it was reported.
    const newest = node.marked && node.marked.ts > (node.last?.ts ?? 0) ? node.marked : node.last
    if (newest && sent.get(key) !== newest.ts) reported.set(key, newest)
    return fresh(reported.get(key) ?? null, device, now)
  }
  const otherOf = ({ other }: VirtualRule, now: number): Reported | null => {
    const device = other ? registry.device(other.deviceId) : undefined
    if (!device || !other || !registry.isOnline(device, now)) return null
    return fresh(device.nodes.get(other.nodeId)?.last ?? null, device, now)
  }
  const itemsOf = (shadow: Shadow, now: number): Made[] => {
    const device = registry.device(shadow.deviceId)
    if (!device || device.sn === '' || device.control_state !== 0) return []
    const cycle = Math.max(device.acquisition_cycle, 1) * 1000
    const ts = Math.floor(now / cycle) * cycle
    if (slots.get(device.id) === ts) return []
    slots.set(device.id, ts)
    return shadow.rules.flatMap((rule) => {
      const node = device.nodes.get(rule.nodeId)
      if (!node) return []
      const own = ownOf(rule, shadow.script, device, node, now)
      const sentKey = `${device.id}/${node.id}`
      const value = virtualValueOf(rule, { ...momentOf(node, ts, shadow.script), own, other: otherOf(rule, now) }, seed)
      // An own value that was amended already is not sent again.
      if (!value || value.ts === sent.get(sentKey)) return []
      sent.set(sentKey, value.ts)
      // Use the address, unless two nodes share it.
      const key = registry.nodeOf(device, String(node.nodeaddr)) === node ? node.nodeaddr : node.id
      return [{ device: device.id, key: sentKey, item: { sn: device.sn, t: value.ts, values: { [key]: value.value } } }]
    })
  }

  /**
   * Forgets values that were not stored, so that they are tried again within their cycle. Values that were stored after
   * all are recognised by their value, as after a start.
   */
  const forget = (made: readonly Made[]): void => {
    for (const { device, key } of made) {
      slots.delete(device)
      sent.delete(key)
    }
  }

  return {
    name: 'virtual devices',
    everyMs: TICK_MS,
    async run(signal) {
      const now = Date.now()
      if (now - loadedAt >= RULES_TTL_MS) {
        shadows = await loadShadows(services)
        loadedAt = now
      }
      const made: Made[] = []
      for (const shadow of shadows) made.push(...itemsOf(shadow, now))
      if (made.length === 0 || signal.aborted) return
      const results: ItemResult[] = []
      for (let from = 0; from < made.length; from += MAX_ITEMS) {
        const items = made.slice(from, from + MAX_ITEMS).map(({ item }) => item)
        try {
          results.push(...(await ingest.push(items, { kind: 'trusted', by: 'virtual' })))
        } catch (error) {
          forget(made.slice(from))
          throw error
        }
      }
      const refused = results.filter((result) => result.rejected.length > 0)
      const [first] = refused
      if (first)
        log.warn(
          { sn: first.sn, reason: first.rejected[0]?.reason.key, items: refused.length },
          'values of virtual devices were refused',
        )
    },
  }
}

const fresh = (value: Reported | null, device: LiveDevice, now: number): Reported | null =>
  value !== null && now - value.ts <= missingAfter(device) ? value : null
