import type { Stretch } from './plan.ts'
import { columnsOf, type TableName } from './tables.ts'

/** Most stretches, keys and devices in one query: the server parses the text of a query as a whole. */
const STRETCHES = 200
const KEYS = 2000
const DEVICES = 5000

/** The key of a sample. */
export interface Key {
  device_id: number
  nodemap_id: number
  ts: number
}

const inParts = <T>(list: readonly T[], size: number, queryOf: (part: readonly T[]) => string): string[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => queryOf(list.slice(i * size, (i + 1) * size)))

/** Writes a number into SQL; NaN or infinity would be read as a name. */
function number(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError('a key of the history is a whole number')
  return String(value)
}

const listOf = (values: readonly number[]): string => values.map(number).join(', ')

const nodesOf = ({ device, nodemaps }: Stretch): string =>
  `device_id = ${number(device)}${nodemaps === null ? '' : ` and nodemap_id in (${listOf(nodemaps)})`}`

/** Selects the rows in force: for each key the one of the greatest rank. */
const standing = (table: TableName): string => `select ${columnsOf(table).join(', ')} from ${table} final`

/**
 * Selects samples or rollups of some stretches. An hour that lost all its values is stored as a rollup with a count of
 * 0.
 */
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

/**
 * Selects, for each node, the last sample before some stretches, or the first one after them. Finding its time needs no
 * check for duplicate rows.
 */
export const nearestQueries = (side: 'before' | 'after', stretches: readonly Stretch[]): string[] =>
  inParts(stretches, STRETCHES, (part) => {
    const keys = part.map((one) => {
      const [nearest, beyond] = side === 'before' ? ['max', `< ${number(one.start)}`] : ['min', `> ${number(one.end)}`]
      return `select device_id, nodemap_id, ${nearest}(ts) from history where ${nodesOf(one)} and ts ${beyond} group by device_id, nodemap_id`
    })
    return `${standing('history')} where (device_id, nodemap_id, ts) in (${keys.join(' union all ')})`
  })

/** Selects the rows in force at some keys. */
export const keyQueries = (keys: readonly Key[]): string[] =>
  inParts(
    keys,
    KEYS,
    (part) =>
      `${standing('history')} where (device_id, nodemap_id, ts) in (${part.map(({ device_id, nodemap_id, ts }) => `(${listOf([device_id, nodemap_id, ts])})`).join(', ')})`,
  )

/** Selects the last values of some devices; null: of all. */
export const lastQueries = (devices: readonly number[] | null): string[] =>
  devices === null
    ? [standing('lastvalue')]
    : inParts(devices, DEVICES, (part) => `${standing('lastvalue')} where device_id in (${listOf(part)})`)

/** Selects the newest sample of each node of some devices, among those not older than `since`. */
export const newestQueries = (devices: readonly number[], since: number): string[] =>
  inParts(
    devices,
    DEVICES,
    (part) =>
      `select device_id, nodemap_id, max(ts) from history where device_id in (${listOf(part)}) and ts >= ${number(since)} group by device_id, nodemap_id`,
  )
