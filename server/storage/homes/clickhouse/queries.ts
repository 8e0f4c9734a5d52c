import type { Stretch } from './plan.ts'
import { columnsOf, type TableName } from './tables.ts'

/** Stretches, keys or devices of one query: the server reads its text whole. */
const STRETCHES = 200
const KEYS = 2000
const DEVICES = 5000

/** A sample's key. */
export interface Key {
  device_id: number
  nodemap_id: number
  ts: number
}

const inParts = <T>(list: readonly T[], size: number, queryOf: (part: readonly T[]) => string): string[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => queryOf(list.slice(i * size, (i + 1) * size)))

/** A number within SQL: what is none would be a name. */
function number(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError('a key of the history is a whole number')
  return String(value)
}

const listOf = (values: readonly number[]): string => values.map(number).join(', ')

const nodesOf = ({ device, nodemaps }: Stretch): string =>
  `device_id = ${number(device)}${nodemaps === null ? '' : ` and nodemap_id in (${listOf(nodemaps)})`}`

/** Rows as they stand: of each key the one of the greatest rank. */
const standing = (table: TableName): string => `select ${columnsOf(table).join(', ')} from ${table} final`

/** Samples, or rollups, of some stretches. An hour that lost all its values is kept as a rollup of none. */
export const stretchQueries = (table: 'history' | 'rollup', stretches: readonly Stretch[]): string[] => {
  const time = table === 'history' ? 'ts' : 'hour'
  return inParts(stretches, STRETCHES, (part) => {
    const within = part.map(
      (one) => `${nodesOf(one)} and ${time} >= ${number(one.start)} and ${time} <= ${number(one.end)}`,
    )
    const found = `${standing(table)} where (${within.join(' or ')})`
    return table === 'rollup' ? `${found} and count > 0` : found
  })
}

/** Of each node the last sample before some stretches, or the first after them. Which that is takes no look at doubles. */
export const nearestQueries = (side: 'before' | 'after', stretches: readonly Stretch[]): string[] =>
  inParts(stretches, STRETCHES, (part) => {
    const keys = part.map((one) => {
      const [nearest, beyond] = side === 'before' ? ['max', `< ${number(one.start)}`] : ['min', `> ${number(one.end)}`]
      return `select device_id, nodemap_id, ${nearest}(ts) from history where ${nodesOf(one)} and ts ${beyond} group by device_id, nodemap_id`
    })
    return `${standing('history')} where (device_id, nodemap_id, ts) in (${keys.join(' union all ')})`
  })

/** What stands at some moments. */
export const keyQueries = (keys: readonly Key[]): string[] =>
  inParts(
    keys,
    KEYS,
    (part) =>
      `${standing('history')} where (device_id, nodemap_id, ts) in (${part.map(({ device_id, nodemap_id, ts }) => `(${listOf([device_id, nodemap_id, ts])})`).join(', ')})`,
  )

/** The last values of some devices; null: of all. */
export const lastQueries = (devices: readonly number[] | null): string[] =>
  devices === null
    ? [standing('lastvalue')]
    : inParts(devices, DEVICES, (part) => `${standing('lastvalue')} where device_id in (${listOf(part)})`)

/** The newest sample of each node of some devices, of those not older than a time. */
export const newestQueries = (devices: readonly number[], since: number): string[] =>
  inParts(
    devices,
    DEVICES,
    (part) =>
      `select device_id, nodemap_id, max(ts) from history where device_id in (${listOf(part)}) and ts >= ${number(since)} group by device_id, nodemap_id`,
  )
