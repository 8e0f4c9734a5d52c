import { judgesLaw, nodesOf, type Judge } from '../../../resources/kit/rule.ts'
import { HOUR, zoneOf, type Zone } from '../../../resources/kit/zone.ts'
import { POLLUTANTS } from '../../../resources/pollutants.ts'
import { celsiusOf, lawOf, type AirScheme } from '../../../standards/index.ts'
import { isDaytime } from '../../../standards/noise.ts'
import type { Medium } from '../../../standards/types.ts'
import { hourMean, type Cycle, type HourSample } from '../../environment/hours.ts'
import { judgeHour, looksBack, LOOKS_BACK, type Context, type MeasuredPart } from '../../environment/verdicts.ts'
import { converterOf, schemeOf, siteOf, type Converter } from '../../live/measures.ts'
import type { LiveDevice, LiveNode, Registry } from '../../platform.ts'
import type { ScopedRule } from './resolve.ts'

/** Returns a key of what decides, besides rule and model, how classes and indices are found at a device. */
export const placeOf = (registry: Registry, { project_id, site, acquisition_cycle, save_cycle }: LiveDevice): string =>
  [registry.airScheme(project_id), site, acquisition_cycle, save_cycle].join()

/**
 * Returns a rule with the judges of its nodes, where it asks for a class or an index; the rule itself where it does
 * not.
 */
export function withJudges<T extends ScopedRule>(registry: Registry, device: LiveDevice, rule: T): T {
  if (!judgesLaw(rule)) return rule
  const zone = zoneOf(rule.zone ?? 'Asia/Shanghai')
  const judges = new Map(
    nodesOf(rule.nodemap_id, rule).flatMap((id) => {
      const node = device.nodes.get(id)
      const judge = node && judgeOf(registry, device, node, zone)
      return judge ? [[id, judge] as const] : []
    }),
  )
  return { ...rule, judges }
}

/**
 * Returns how class and index of a node are found at a device: as the environment finds them for a station's hour
 * (server/environment), here for the sixty minutes up to a moment. So a mean needs 45 minutes of samples, a mean of
 * sound adds energies, and water is judged sample by sample. Null for what the law does not judge.
 */
function judgeOf(registry: Registry, device: LiveDevice, node: LiveNode, zone: Zone): Judge | null {
  const measured = measuredBy(node)
  if (!measured) return null
  const { pollutant, convertAt } = measured
  const { key, medium } = pollutant
  const [scheme, site] = [schemeOf(registry.airScheme(device.project_id)), siteOf(device.site)]
  const cycle: Cycle = { acquisition_cycle: device.acquisition_cycle, save_cycle: device.save_cycle }
  const hours = medium === 'water' ? 0 : medium === 'air' && looksBack(scheme) ? LOOKS_BACK : 1
  const meansOf = (samples: readonly HourSample[], convert: Converter, end: number | null) => {
    const mean = hourMean(samples, { pollutant, convert }, cycle, end)
    return mean ? { [key]: mean } : undefined
  }
  const partsAt = (samples: readonly HourSample[], ts: number): MeasuredPart[] => {
    const context: Context = { medium, scheme, site, day: zone.day(ts) }
    const convert = convertAt(celsiusOf(context.day, scheme))
    const own = medium === 'noise' ? samplesOfPeriod(samples, ts, zone) : samples
    const past =
      hours === 0
        ? [meansOf(own, convert, null)]
        : Array.from({ length: hours }, (_, back) => {
            const to = ts - back * HOUR
            const within = own.filter((sample) => sample.ts > to - HOUR && sample.ts <= to)
            // The clock judges no class, so a step that just came and stays must count at once, not only with the next
            // change.
            return meansOf(within, convert, back === 0 ? null : to)
          })
    return Object.values(judgeHour(past, context, zone.hour(ts)).parts)
  }
  // Ozone is judged by one hour and by eight hours.
  const worst = (numbers: readonly number[]): number | null => (numbers.length === 0 ? null : Math.max(...numbers))
  return {
    reach: hours * HOUR,
    standardAt: (ts) => lawOf(medium, zone.day(ts), scheme).code,
    levelAt: (samples, ts) => worst(partsAt(samples, ts).flatMap(({ level }) => level ?? [])),
    hasIndex: hasIndex(medium, scheme),
    indexAt: (samples, ts) =>
      hasIndex(medium, scheme) ? worst(partsAt(samples, ts).flatMap(({ index }) => index ?? [])) : null,
  }
}

/** Whether a scheme has an index for a medium: only for air, and not the European scheme, whose index is its class. */
export const hasIndex = (medium: Medium, scheme: AirScheme): boolean => medium === 'air' && scheme !== 'EAQI'

/**
 * Returns the pollutant that the law judges at a node, and how stored values become those of the standard; null where
 * the law judges nothing there, or the unit is not known.
 */
function measuredBy(node: LiveNode) {
  const pollutant = POLLUTANTS.find(({ value }) => value === node.pollutant)
  const convertAt = pollutant && converterOf(pollutant, node, node.limits)
  return pollutant && convertAt ? { pollutant, convertAt } : null
}

/** Whether the values of a node have classes. */
export const hasClasses = (node: LiveNode): boolean => measuredBy(node) !== null

/**
 * Returns the samples since the day or the night began: the limit of the night must not be applied to what was measured
 * by day.
 */
function samplesOfPeriod(samples: readonly HourSample[], ts: number, zone: Zone): readonly HourSample[] {
  const [first] = samples
  const isDay = isDaytime(zone.hour(ts))
  if (!first || isDaytime(zone.hour(first.ts)) === isDay) return samples
  return samples.filter((sample) => isDaytime(zone.hour(sample.ts)) === isDay)
}
