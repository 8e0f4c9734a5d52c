import { sql, type Kysely } from 'kysely'
import { StartError } from '../../settings.ts'
import type { AnyTables } from '../types.ts'

/** The row of `setting` that says by which mark the history lies outside the database of the records; without one it lies within. */
export const HOME_FACT = 'history-home'
/** The row of `setting` that tells of the last move of the history, as JSON. */
const MOVE_FACT = 'history-move'

/** A move of the history between PostgreSQL, where it lies with the records, and a ClickHouse (moving/). */
export interface Move {
  to: 'here' | 'clickhouse'
  /** The address of the ClickHouse, without user and password. */
  place: string
  /** The mark that both sides carry, once all is there. */
  mark: string
  /** By PostgreSQL's clock, epoch ms. */
  began: number
  /** `moving` keeps the platform from starting; `moved` leaves the source as it was, `emptied` does not. */
  state: 'moving' | 'moved' | 'emptied'
  /** By table and day: the digest of what was found in the source, and in the target as well. */
  checked: Partial<Record<string, Record<string, string>>>
}

const settingOf = async (trx: Kysely<AnyTables>, name: string): Promise<string | null> => {
  const { rows } = await sql<{ value: string }>`select value from setting where name = ${name}`.execute(trx)
  return rows[0]?.value ?? null
}

export const homeOf = (trx: Kysely<AnyTables>): Promise<string | null> => settingOf(trx, HOME_FACT)

/** The last move; null where there was none. */
export async function moveOf(trx: Kysely<AnyTables>): Promise<Move | null> {
  const text = await settingOf(trx, MOVE_FACT)
  return text === null ? null : (JSON.parse(text) as Move)
}

/** Remembers how far a move is; null: it never was. */
export async function keepMove(trx: Kysely<AnyTables>, move: Move | null): Promise<void> {
  await (move === null
    ? sql`delete from setting where name = ${MOVE_FACT}`
    : sql`insert into setting (name, value) values (${MOVE_FACT}, ${JSON.stringify(move)}) on conflict (name) do update set value = excluded.value`
  ).execute(trx)
}

/** How a move is asked for, but for user and password. */
export const moveCommand = ({ to, place }: Pick<Move, 'to' | 'place'>): string =>
  `npm run history -- move ${to === 'here' ? `--from ${place} --to here` : `--from here --to ${place}`}`

/** Refuses to start over a history of which a part lies in one home and all of it in another: what came would be missed. */
export async function refuseMoving(trx: Kysely<AnyTables>): Promise<void> {
  const move = await moveOf(trx)
  if (move?.state === 'moving')
    throw new StartError(
      `The history of this installation is being moved, and that was not finished. To go on: ${moveCommand(move)}; to leave the history where it was: the same with --give-up.`,
    )
}

/** Refuses to start without the home that the history lies in: it would seem to be empty, and new samples would lie apart. */
export async function refuseWithout(trx: Kysely<AnyTables>): Promise<void> {
  await refuseMoving(trx)
  if ((await homeOf(trx)) !== null)
    throw new StartError(
      'HISTORY_URL is missing: the history of this installation lies in ClickHouse. Say where, or move it back first: npm run history -- move --from <its address> --to here.',
    )
}
