import type { QueryClient } from '@tanstack/react-query'
import { hasTwoLimits, limitsFrom, readConditions, SCALE, type Limits } from '../../resources/kit/rule.ts'
import { announces, call } from '../http.ts'
import { integer, readRecords, readText, readUpkeep, type Upkeep } from '../normalise.ts'

/** A rule that watches a device. */
export interface WatchingRule {
  id: number
  name: string
  /**
   * The node judged on the device; in front of a platform that does not say it (extension `device-rules`) the one that the rule names, which may be
   * of another model.
   */
  nodemap: number | null
  enabled: boolean
  /** 1 urgent to 4 early warning. */
  level: number
  /** Its comparison; null where the record has none. */
  compared: Limits | null
  /** Whether it judges the class of a value in place of the value. */
  ofClass: boolean
  /** Whether it judges the index, which has neither unit nor scale. */
  ofIndex: boolean
  /** What the node's values are compared with: X, and Y where there are two. None where changes, classes or indices are judged. */
  limits: readonly number[]
  /** Whether they are of what is shown; else of the value as it is stored. */
  ofShown: boolean
  /** Windows over the rule on this device; in front of a platform that does not say them of a device, over all of the rule. */
  upkeep: Upkeep
}

/** Asks for the rules that watch a device, off ones too, in the platform's order. */
export const watchingRules = (device: number) =>
  ({
    queryKey: ['alarmConfig/threshold', 'device', device],
    queryFn: ({ signal, client }: { signal?: AbortSignal; client?: QueryClient }): Promise<WatchingRule[]> =>
      rulesOf(device, signal, client),
    staleTime: 60_000,
    retry: false,
  }) as const

/** The same as a call; throws WireError. Without the extension they are those of the first thousand that name the device. */
export async function rulesOf(device: number, signal?: AbortSignal, client?: QueryClient): Promise<WatchingRule[]> {
  if (await announces('device-rules'))
    return readRecords(await call('GET', 'deviceRules', { query: { device_id: device }, signal })).flatMap(readRule)
  const rows = await (client?.fetchQuery(allRules) ?? allRules.queryFn())
  return rows.filter((row) => readText(row['device_list']).split(',').map(Number).includes(device)).flatMap(readRule)
}

/** Of all devices, so that a page of several reads them once. */
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
