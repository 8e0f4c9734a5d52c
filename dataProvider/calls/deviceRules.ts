import type { QueryClient } from '@tanstack/react-query'
import { hasTwoLimits, limitsFrom, readConditions, SCALE, type Limits } from '../../resources/kit/rule.ts'
import { isAnnounced, call } from '../http.ts'
import { integer, readRecords, readText, readUpkeep, type Upkeep } from '../normalise.ts'

/** A rule that watches a device. */
export interface WatchingRule {
  id: number
  name: string
  /**
   * The node judged on the device. A platform without the extension `device-rules` does not send it: then the node
   * named in the rule, which may belong to another model.
   */
  nodemap: number | null
  enabled: boolean
  /** 1 urgent to 4 early warning. */
  level: number
  /** The rule's comparison; null if the record has none. */
  compared: Limits | null
  /** Whether the rule judges the class of a value instead of the value. */
  ofClass: boolean
  /** Whether the rule judges the index, which has neither unit nor scale. */
  ofIndex: boolean
  /** Limits for the node's values: X, and Y if there are two. Empty if the rule judges changes, classes or indices. */
  limits: readonly number[]
  /** Whether the limits apply to the displayed value; otherwise they apply to the stored value. */
  ofShown: boolean
  /**
   * Maintenance windows over the rule on this device; over the whole rule if the platform does not send them by device.
   */
  upkeep: Upkeep
}

/** Query for the rules that watch a device, including rules that are off, in the platform's order. */
export const watchingRules = (device: number) =>
  ({
    queryKey: ['alarmConfig/threshold', 'device', device],
    queryFn: ({ signal, client }: { signal?: AbortSignal; client?: QueryClient }): Promise<WatchingRule[]> =>
      rulesOf(device, signal, client),
    staleTime: 60_000,
    retry: false,
  }) as const

/**
 * The same as a plain call. Without the extension: those of the first thousand rules that name the device.
 *
 * @throws WireError
 */
export async function rulesOf(device: number, signal?: AbortSignal, client?: QueryClient): Promise<WatchingRule[]> {
  if (await isAnnounced('device-rules'))
    return readRecords(await call('GET', 'deviceRules', { query: { device_id: device }, signal })).flatMap(readRule)
  const rows = await (client?.fetchQuery(allRules) ?? allRules.queryFn())
  return rows.filter((row) => readText(row['device_list']).split(',').map(Number).includes(device)).flatMap(readRule)
}

/** Query for the rules of all devices, so that a page with several devices reads them once. */
const allRules = {
  queryKey: ['alarmConfig/threshold', 'all'],
  queryFn: async () => readRecords(await call('GET', 'godbThreshold', { query: { page_size: 1000, current: 1 } })),
  staleTime: 300_000,
}

function readRule(row: Record<string, unknown>): WatchingRule[] {
  const id = integer(row['id'])
  if (id === null) return []
  const compared = limitsFrom({ com_oper: 0, ...row })
  const calc = readText(row['calc']) || (readConditions(readText(row['conditions']))?.calc ?? 'value')
  const ofValue = calc === 'value' || calc === 'mean'
  return [
    {
      id,
      name: readText(row['name']),
      nodemap: integer(row['nodemap_id']),
      enabled: integer(row['enable']) !== 0,
      level: integer(row['alert_level']) ?? 3,
      compared,
      ofClass: calc === 'class',
      ofIndex: calc === 'index',
      limits: compared && ofValue ? (hasTwoLimits(compared.operator) ? [compared.x, compared.y] : [compared.x]) : [],
      ofShown: integer(row['limit_scale']) === SCALE.shown,
      upkeep: readUpkeep(row),
    },
  ]
}
