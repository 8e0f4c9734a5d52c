import { sql, type Kysely } from 'kysely'
import { StartError } from '../../settings.ts'
import type { AnyTables } from '../types.ts'

/**
 * The row of `setting` that holds the mark of a history outside the database of the records; without it the history
 * lies within.
 */
export const HOME_FACT = 'history-home'
/** The row of `setting` that describes the last move of the history, as JSON. */
const MOVE_FACT = 'history-move'

/** A move of the history between PostgreSQL, where it lies with the records, and a ClickHouse (moving/). */
export interface Move {
  to: 'here' | 'clickhouse'
  /** The address of the ClickHouse, without user and password. */
  place: string
  /** The mark that both sides carry once everything is moved. */
  mark: string
  /** When the move began, by PostgreSQL's clock, epoch ms. */
  began: number
  /**
   * `moving` keeps the platform from starting; after `moved` the source is still as it was, after `emptied` it is not.
   */
  state: 'moving' | 'moved' | 'emptied'
  /** Digests of what was found in the source and in the target alike, by table and day. */
  checked: Partial<Record<string, Record<string, string>>>
}

const settingOf = async (trx: Kysely<AnyTables>, name: string): Promise<string | null> => {
  const { rows } = await sql<{ value: string }>`select value from setting where name = ${name}`.execute(trx)
  return rows[0]?.value ?? null
}

export const homeOf = (trx: Kysely<AnyTables>): Promise<string | null> => settingOf(trx, HOME_FACT)

/** Returns the last move; null where there was none. */
export async function moveOf(trx: Kysely<AnyTables>): Promise<Move | null> {
  const text = await settingOf(trx, MOVE_FACT)
  return text === null ? null : (JSON.parse(text) as Move)
}

/** Stores how far a move is; null deletes it. */
export async function keepMove(trx: Kysely<AnyTables>, move: Move | null): Promise<void> {
  await (move === null
    ? sql`delete from setting where name = ${MOVE_FACT}`
    : sql`insert into setting (name, value) values (${MOVE_FACT}, ${JSON.stringify(move)}) on conflict (name) do update set value = excluded.value`
  ).execute(trx)
}

/** Returns the command of a move, without user and password. */
export const moveCommand = ({ to, place }: Pick<Move, 'to' | 'place'>): string =>
  `npm run history -- move ${to === 'here' ? `--from ${place} --to here` : `--from here --to ${place}`}`

/**
 * Refuses to start while a history is being moved: one home holds all of it and the other a part, and samples that came
 * now would be missed.
 *
 * @throws StartError while a move is unfinished
 */
export async function refuseMoving(trx: Kysely<AnyTables>): Promise<void> {
  const move = await moveOf(trx)
  if (move?.state === 'moving')
    throw new StartError(
      `The history of this installation is being moved, and the move is not finished. To go on: ${moveCommand(move)}; to leave the history where it was: the same with --give-up.`,
    )
}

/**
 * Refuses to start without the home that the history lies in: the history would seem empty, and new samples would be
 * stored apart from it.
 *
 * @throws StartError where the history lies in ClickHouse, or is being moved
 */
export async function refuseWithout(trx: Kysely<AnyTables>): Promise<void> {
  await refuseMoving(trx)
  if ((await homeOf(trx)) !== null)
    throw new StartError(
      'HISTORY_URL is missing: the history of this installation lies in ClickHouse. Say where, or move it back first: npm run history -- move --from <its address> --to here.',
    )
}
