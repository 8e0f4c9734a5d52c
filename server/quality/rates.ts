import { sql } from 'kysely'
import { addDays, monthOf, zoneOf } from '../../resources/kit/zone.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { HOUR } from '../storage/dirtyHours.ts'
import { isTrusted } from './samples.ts'
import { SAVE } from '../telemetry/saving.ts'

/** How much of what a node should have told in a month came, came in time, and is valid. `expected` and the rates are null where nobody can say: only changes are stored. */
export interface Rates {
  deviceid: number
  nodemapid: number
  /** YYYY-MM in the platform's time zone. */
  month: string
  expected: number | null
  received: number
  intime: number
  valid: number
  transmission: number | null
  timeliness: number | null
  validity: number | null
}

interface Counted {
  device_id: number
  nodemap_id: number
  count: number
}

interface Piece {
  month: string
  from: number
  until: number
}

/** Devices of one query. */
const TOGETHER = 200

/** The rates of some devices, month by month; of the nodes that have ever spoken. */
export async function ratesOf(
  { storage: { read }, settings }: Pick<Platform, 'storage' | 'settings'>,
  devices: readonly LiveDevice[],
  { from, to }: { from: number; to: number },
): Promise<Rates[]> {
  const rows: Rates[] = []
  const pieces = piecesOf(from, Math.min(to + 1, Date.now()), settings.timeZone)
  for (let at = 0; at < devices.length; at += TOGETHER) {
    const some = devices.slice(at, at + TOGETHER)
    const list = sql.join(some.map(({ id }) => sql`cast(${id} as bigint)`))
    const since = new Map(
      (
        await read
          .selectFrom('device')
          .select(['id', 'created_at'])
          .where(
            'id',
            'in',
            some.map(({ id }) => id),
          )
          .execute()
      ).map(({ id, created_at }) => [id, created_at]),
    )
    for (const { month, from: start, until } of pieces) {
      const within = (column: string) =>
        sql`device_id in (${list}) and ${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${until} group by device_id, nodemap_id`
      const count = async (
        query: ReturnType<typeof sql<Counted>>,
      ): Promise<(device: number, node: number) => number> => {
        const { rows: found } = await query.execute(read)
        const known = new Map(
          found.map(({ device_id, nodemap_id, count: n }) => [`${device_id} ${nodemap_id}`, Number(n)]),
        )
        return (device, node) => known.get(`${device} ${node}`) ?? 0
      }
      const [rolled, fresh, doubted, marked, late] = await Promise.all([
        count(sql<Counted>`select device_id, nodemap_id, sum(count) as count from rollup where not exists (select 1 from dirtyhour
          where dirtyhour.device_id = rollup.device_id and dirtyhour.hour = rollup.hour) and ${within('hour')}`),
        // Hours whose rollups are behind, the one under way among them.
        count(sql<Counted>`select history.device_id, history.nodemap_id, count(*) as count from dirtyhour
          join lastvalue on lastvalue.device_id = dirtyhour.device_id
          join history on history.device_id = lastvalue.device_id and history.nodemap_id = lastvalue.nodemap_id
            and history.ts >= dirtyhour.hour and history.ts < dirtyhour.hour + ${sql.lit(HOUR)}
          where dirtyhour.device_id in (${list}) and dirtyhour.hour >= ${start} and dirtyhour.hour < ${until}
            and ${isTrusted()}
          group by history.device_id, history.nodemap_id`),
        count(
          sql<Counted>`select device_id, nodemap_id, count(*) as count from historyflag where flag > 2 and ${within('ts')}`,
        ),
        count(sql<Counted>`select device_id, nodemap_id, count(*) as count from historymark where ${within('ts')}`),
        count(sql<Counted>`select device_id, nodemap_id, sum(count) as count from qualitylate where ${within('hour')}`),
      ])
      for (const device of some)
        for (const node of device.nodes.values()) {
          const valid = rolled(device.id, node.id) + fresh(device.id, node.id)
          const received = valid + doubted(device.id, node.id) + marked(device.id, node.id)
          if (received === 0 && !node.last) continue
          const intime = Math.max(0, received - late(device.id, node.id))
          const expected = expectedOf(device, until - Math.max(start, Math.min(until, since.get(device.id) ?? start)))
          const rate = (part: number): number | null =>
            expected ? Math.min(1, Math.round((part / expected) * 1e4) / 1e4) : null
          rows.push({
            deviceid: device.id,
            nodemapid: node.id,
            month,
            expected,
            received,
            intime,
            valid,
            transmission: rate(received),
            timeliness: rate(intime),
            validity: rate(valid),
          })
        }
    }
  }
  return rows
}

/** How many values are stored in so many ms where nothing is missing; null where nobody can say. */
function expectedOf({ save_cycle, acquisition_cycle }: LiveDevice, ms: number): number | null {
  if (save_cycle === SAVE.never || save_cycle === SAVE.onChange) return null
  const cycle = save_cycle > 0 ? save_cycle * 60_000 : acquisition_cycle * 1000
  return cycle > 0 ? Math.floor(ms / cycle) : null
}

/** A span month by month, by whole hours: an hour belongs to the month it begins in. */
function piecesOf(from: number, until: number, timeZone: string): Piece[] {
  const zone = zoneOf(timeZone)
  const pieces: Piece[] = []
  for (let at = from; at < until; ) {
    const { last } = monthOf(zone.day(at))
    const next = zone.startOf(addDays(last, 1))
    pieces.push({ month: last.slice(0, 7), from: at, until: Math.min(next, until) })
    at = next
  }
  return pieces
}
