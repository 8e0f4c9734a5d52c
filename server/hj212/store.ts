import type { Insertable, Transaction } from 'kysely'
import { DAY, HOUR } from '../../resources/kit/zone.ts'
import type { Platform } from '../platform.ts'
import type { Job } from '../platform/processes.ts'
import type { Storage, Tables } from '../storage/types.ts'
import type { RefusedStation } from './protocol/protocol.ts'

type Trx = Transaction<Tables>
type Reported = Tables['hj212reported']

/** Rows per statement: databases limit the number of parameters. */
const CHUNK_ROWS = 200
/** Maximum number of refused stations kept. */
const MAX_REFUSED_STATIONS = 500

export interface StationReports {
  reported: Reported[]
  states: Tables['hj212state'][]
  marks: Tables['hj212mark'][]
}

/**
 * Stores what stations report besides telemetry, in one transaction. Repeated reports replace stored rows, so that
 * nothing is stored twice.
 */
export async function storeReports(
  storage: Pick<Storage, 'write'>,
  { reported, states, marks }: StationReports,
): Promise<void> {
  if (reported.length + states.length + marks.length === 0) return
  await storage.write(async (trx) => {
    await inParts(merged(reported), (rows) =>
      trx
        .insertInto('hj212reported')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['device_id', 'cn', 'ts', 'factor']).doUpdateSet(({ fn, ref }) => ({
            // A split message may bring the values of a factor in parts.
            min: fn.coalesce(ref('excluded.min'), ref('hj212reported.min')),
            avg: fn.coalesce(ref('excluded.avg'), ref('hj212reported.avg')),
            max: fn.coalesce(ref('excluded.max'), ref('hj212reported.max')),
            cou: fn.coalesce(ref('excluded.cou'), ref('hj212reported.cou')),
            flag: fn.coalesce(ref('excluded.flag'), ref('hj212reported.flag')),
          })),
        )
        .execute(),
    )
    await inParts(
      last(states, ({ device_id, cn, name }) => `${device_id} ${cn} ${name}`),
      (rows) =>
        trx
          .insertInto('hj212state')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['device_id', 'cn', 'name'])
              .doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), at: ref('excluded.at') })),
          )
          .execute(),
    )
    await inParts(
      last(marks, ({ device_id, nodemap_id, ts }) => `${device_id} ${nodemap_id} ${ts}`),
      (rows) =>
        trx
          .insertInto('hj212mark')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['device_id', 'nodemap_id', 'ts'])
              .doUpdateSet(({ ref }) => ({ mark: ref('excluded.mark') })),
          )
          .execute(),
    )
  })
}

async function inParts<R>(rows: readonly R[], insert: (rows: R[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) await insert(rows.slice(at, at + CHUNK_ROWS))
}

/** Returns the last row of each key, since one statement cannot upsert the same row twice. */
const last = <R>(rows: readonly R[], keyOf: (row: R) => string): R[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

function merged(rows: readonly Reported[]): Insertable<Tables['hj212reported']>[] {
  const found = new Map<string, Reported>()
  for (const row of rows) {
    const key = `${row.device_id} ${row.cn} ${row.ts} ${row.factor}`
    const old = found.get(key)
    found.set(
      key,
      old
        ? {
            ...row,
            min: row.min ?? old.min,
            avg: row.avg ?? old.avg,
            max: row.max ?? old.max,
            cou: row.cou ?? old.cou,
            flag: row.flag ?? old.flag,
          }
        : row,
    )
  }
  return [...found.values()]
}

/** Stores a refused station. Where the table is full, the station that was refused longest ago is dropped. */
export async function storeRefusedStation(
  storage: Pick<Storage, 'write'>,
  { factors, ...station }: RefusedStation,
  now: number,
): Promise<void> {
  await storage.write(async (trx) => {
    const row = { ...station, factors: factors.join(','), last_at: now }
    const known = await trx.selectFrom('hj212knock').select('times').where('mn', '=', station.mn).executeTakeFirst()
    if (known) {
      // A frame without factors (a heartbeat) does not overwrite known ones.
      const { factors: named, frame, ...rest } = row
      await trx
        .updateTable('hj212knock')
        .set({ ...rest, times: known.times + 1, ...(factors.length > 0 && { factors: named, frame }) })
        .where('mn', '=', station.mn)
        .execute()
      return
    }
    await makeRoom(trx)
    await trx
      .insertInto('hj212knock')
      .values({ ...row, first_at: now, times: 1 })
      .onConflict((conflict) => conflict.column('mn').doNothing())
      .execute()
  })
}

async function makeRoom(trx: Trx): Promise<void> {
  const { total } = await trx
    .selectFrom('hj212knock')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (Number(total) < MAX_REFUSED_STATIONS) return
  const oldest = await trx
    .selectFrom('hj212knock')
    .select('mn')
    .orderBy('last_at')
    .limit(Number(total) - MAX_REFUSED_STATIONS + 1)
    .execute()
  await trx
    .deleteFrom('hj212knock')
    .where(
      'mn',
      'in',
      oldest.map(({ mn }) => mn),
    )
    .execute()
}

/** Creates the leader's job that deletes rows older than the retention of raw history. */
export const stationRetentionJob = ({ storage, settings }: Pick<Platform, 'storage' | 'settings'>): Job => ({
  name: 'hj212 retention',
  everyMs: HOUR,
  run: (_signal, lead = storage) => dropOld(lead, Date.now() - settings.retentionDays * DAY),
})

async function dropOld(storage: Pick<Storage, 'write'>, before: number): Promise<void> {
  await storage.write(async (trx) => {
    await trx.deleteFrom('hj212reported').where('ts', '<', before).execute()
    await trx.deleteFrom('hj212mark').where('ts', '<', before).execute()
    await trx.deleteFrom('hj212command').where('asked_at', '<', before).execute()
    await trx.deleteFrom('hj212knock').where('last_at', '<', before).execute()
    await trx.deleteFrom('hj212state').where('at', '<', before).execute()
  })
}
