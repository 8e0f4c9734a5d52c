import { MARKS } from '../../resources/hj212.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { throttled } from '../log.ts'
import type { Platform } from '../platform.ts'
import type { Upload } from './protocol/protocol.ts'
import type { loadFactors } from './stations.ts'
import { storeReports, type StationReports } from './store.ts'

/**
 * Real-time data becomes telemetry. Averages of spans are stored as the station's own reports. Of all other commands
 * the last values are kept.
 */
const REAL_TIME = '2011'
const SPANS: ReadonlySet<string> = new Set(['2013', '2031', '2051', '2061'])
/** Maximum number of names kept per station and command. */
const MAX_NAMES = 500
/** Maximum number of factors without a node that are remembered per station. */
const MAX_UNMAPPED = 50
const LOG_THROTTLE_MS = 10_000

export interface Intake {
  /**
   * Stores what stations sent. Resolves to true once all of it is committed. What can never be stored is dropped and
   * answered like the rest.
   */
  take(uploads: readonly Upload[]): Promise<boolean>
  /** Returns the factors that a station sent and no node map of its model names. */
  unmapped(device: number): string[]
}

/** Creates the path from the gateway's uploads to the database. */
export function createIntake(
  { ingest, registry, storage, settings, log, refusals }: Platform,
  factorsOf: () => Awaited<ReturnType<typeof loadFactors>>,
): Intake {
  const mayComplain = throttled(LOG_THROTTLE_MS)
  const unmapped = new Map<number, Set<string>>()
  const names = new Map<string, Set<string>>()

  const telemetry = (upload: Upload, said: StationReports): object | null => {
    const device = registry.device(upload.device)
    if (!device) return null
    const factors = factorsOf().get(device.devicetype_id)
    const values: Record<string, number> = {}
    for (const { factor, values: read, flag } of upload.readings) {
      const node = factors?.get(factor)
      // Real-time frames of 2005 may carry an average in place of a current value.
      const value = read.Rtd ?? read.Avg
      if (!node) {
        const missing = unmapped.get(device.id) ?? new Set<string>()
        if (missing.size < MAX_UNMAPPED) unmapped.set(device.id, missing.add(factor))
      } else {
        unmapped.get(device.id)?.delete(factor)
        if (value === undefined) continue
        values[String(node.nodeaddr)] = value
        if (flag !== null && flag !== 'N' && (MARKS as readonly string[]).includes(flag) && upload.time !== null)
          said.marks.push({ device_id: device.id, nodemap_id: node.nodemap, ts: upload.time, mark: flag })
      }
    }
    return Object.keys(values).length === 0
      ? null
      : { sn: device.sn, ...(upload.time !== null && { t: upload.time }), values }
  }
  const span = ({ device, cn, time, readings }: Upload, said: StationReports): void => {
    if (time === null) return
    for (const { factor, values, flag } of readings) {
      const [min, avg, max, cou] = [
        values.Min ?? null,
        values.Avg ?? values.Rtd ?? null,
        values.Max ?? null,
        values.Cou ?? null,
      ]
      // Noise levels and the like have no suffix of a span, so they bring none of these four values.
      if (min !== null || avg !== null || max !== null || cou !== null)
        said.reported.push({ device_id: device, cn: Number(cn), ts: time, factor, min, avg, max, cou, flag })
    }
  }
  const state = ({ device, cn, time, readings }: Upload, said: StationReports, now: number): void => {
    const key = `${device} ${cn}`
    const known = names.get(key) ?? new Set<string>()
    names.set(key, known)
    for (const { factor, values, texts } of readings)
      for (const [suffix, value] of [...Object.entries(values), ...Object.entries(texts)]) {
        const name = `${factor}-${suffix}`
        if (!known.has(name) && known.size >= MAX_NAMES) continue
        known.add(name)
        said.states.push({ device_id: device, cn: Number(cn), name, value: String(value), at: time ?? now })
      }
  }

  /**
   * Returns whether an upload's time is outside of what is stored. A span without a time is outside too, since nothing
   * would distinguish it from others.
   */
  const isOutside = ({ time, cn }: Upload, now: number): boolean =>
    time === null ? SPANS.has(cn) : time > now + DAY || time < now - settings.retentionDays * DAY
  const refuse = ({ device, qn, cn, readings }: Upload, reason: Problem): void => {
    const factors = readings.map(({ factor }) => factor).join(',')
    const peer = registry.device(device)?.sn ?? String(device)
    refusals.note({ source: 'hj212', peer, device, reason, bytes: `QN=${qn};CN=${cn};${factors}` })
  }
  return {
    async take(uploads) {
      const now = Date.now()
      const said: StationReports = { reported: [], states: [], marks: [] }
      const items: object[] = []
      const senders: Upload[] = []
      let dropped = 0
      for (const upload of uploads) {
        if (isOutside(upload, now)) {
          dropped++
          refuse(upload, { key: 'error.refused.time' })
        } else if (upload.cn === REAL_TIME) {
          const item = telemetry(upload, said)
          if (item) {
            items.push(item)
            senders.push(upload)
          }
        } else if (SPANS.has(upload.cn)) span(upload, said)
        else state(upload, said, now)
      }
      try {
        const [results] = await Promise.all([
          items.length > 0 ? ingest.push(items, { kind: 'trusted', by: 'station' }) : [],
          storeReports(storage, said),
        ])
        for (const [at, { rejected }] of results.entries()) {
          const [sender, first] = [senders[at], rejected[0]]
          if (sender && first) refuse(sender, first.reason)
        }
        const refused = results.reduce((sum, { rejected, more = 0 }) => sum + rejected.length + more, dropped)
        if (refused > 0 && mayComplain())
          log.warn(
            { refused, reason: results.flatMap(({ rejected }) => rejected)[0]?.reason.key },
            'values of HJ 212 stations were refused',
          )
        return true
      } catch (error) {
        if (mayComplain())
          log.warn({ err: error }, 'data of HJ 212 stations could not be stored; it is not acknowledged')
        return false
      }
    },
    unmapped: (device) => [...(unmapped.get(device) ?? [])].toSorted(),
  }
}
