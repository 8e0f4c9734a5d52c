import type { Transaction } from 'kysely'
import {
  actOn,
  handlingOf,
  UNDO,
  type ActInput,
  type EpisodeAct,
  type WorkState,
} from '../../../resources/kit/episode.ts'
import type { Language } from '../../../i18n/types.ts'
import { logOperation } from '../../crud/operations.ts'
import { isInScope } from '../../crud/scope.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import type { Platform, SignedIn } from '../../platform.ts'
import { throughDeadlocks } from '../../storage/deadlock.ts'
import type { AnyTables, Tables } from '../../storage/types.ts'
import { afterAct } from '../escalation/columns.ts'
import { alarmRecordResource } from '../record.ts'
import { countsAsFalse } from '../results/results.ts'
import { STILL } from '../stills/moment.ts'
import { checkAssignee, dropInvalidAssignee } from './assignee.ts'
import { putBack } from './incidents.ts'
import { episodeScope } from './list.ts'
import { answersOf, workColumns, workOf, worstLevels, type EpisodeRow } from './row.ts'
import { unseenChange } from './seen.ts'
import { viewerOf } from './viewer.ts'

type Trx = Transaction<Tables>

/** What a caller sends with an act, with its form checked. */
export interface ActBody {
  note: string | null
  picture: string | null
  user_id: number | null
  roster_id: number | null
  until: number | null
  worse: boolean
  result: string | null
  /** The version the caller saw; null: any. */
  version: number | null
  /**
   * Idempotency key of the act among the caller's acts: an act that is sent again because the answer was lost is not
   * done again.
   */
  key: string | null
}

/** What an act stores of itself, for the timeline and for undo. */
interface ActData {
  before: WorkState
  after: WorkState
  /** The version of the episode that the act made. */
  version: number
  note?: string
  picture?: string
  /** The last remark before the act. */
  noteBefore?: string | null
  /** For a close: the record's remark before it. */
  explainedBefore?: string | null
  /** Id of the act that this one takes back. */
  undoes?: number
  /** Name of the roster the episode was given to, and of who was on call. */
  name?: string
  person?: string
}

/**
 * The stored data of an act that can be taken back: for a split no states, but the incident it was taken from
 * (incidents.ts).
 */
type Undoable = Pick<ActData, 'version' | 'noteBefore' | 'explainedBefore'> &
  Partial<Pick<ActData, 'before'>> & { incident?: number; beside?: number }

/**
 * Does an act on an episode, in one transaction with the rows that record it. An act that the caller did before with
 * the same key returns the episode as it is. Throws 404 where the caller may not see it, 400 where the act lacks
 * something, and 409 with the current episode where it is in another state or another user was faster.
 */
export async function doAct(
  platform: Platform,
  { caller }: SignedIn,
  {
    id,
    act,
    body,
    language,
    now = Date.now(),
  }: { id: number; act: EpisodeAct; body: ActBody; language?: Language; now?: number },
): Promise<EpisodeRow> {
  const conflict = async (row: EpisodeRow, key: string): Promise<ApiError> => {
    const viewer = await viewerOf(platform, caller, now)
    return new ApiError(409, key, {}, null, { current: (await answersOf(platform, [row], viewer, language))[0] })
  }
  const work = async (trx: Trx): Promise<EpisodeRow | { row: EpisodeRow; key: string }> => {
    const row = await trx.selectFrom('thresholdlog').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row || !isInScope({ ...row }, episodeScope(platform, caller))) throw notFound()
    if (await wasDone(trx, row, { userId: caller.id, act, key: body.key })) return row
    const past = body.version === null ? null : await unseenChange(trx, row, act, body.version)
    if (past) return { row, key: past }
    const on_call = act === 'assign' ? await checkAssignee(trx, row, body, { platform, now }) : null
    const before = workOf(row)
    const undone = act === 'undo' ? await lastActOf(trx, row, caller.id, now) : null
    if (act === 'undo' && !undone) return { row, key: 'error.episode.undo' }
    const { incident, beside } = undone?.data ?? {}
    if (incident !== undefined && !(await putBack(trx, row, { incident, beside: beside ?? 0 })))
      return { row, key: 'error.episode.undo' }
    const worst = body.worse ? await worstLevels(trx, [row.threshold_id]) : null
    const worst_level = worst?.get(row.threshold_id) ?? null
    const input: ActInput = { ...body, on_call, me: caller.id, now, level: row.alert_level, worst_level }
    const from = act === 'reopen' ? await dropInvalidAssignee(platform, trx, row, before) : before
    const { state, refused } =
      act === 'undo' ? { state: await undoneState(platform, trx, row, undone?.data.before) } : actOn(act, from, input)
    if (refused?.field !== undefined) throw invalid({ [refused.field]: { key: refused.key } })
    if (!state) return { row, key: refused?.key ?? 'error.episode.changed' }
    // Taking back a reopening closes the episode as it was closed before.
    const isFalse =
      act === 'close'
        ? await closesAsFalse(trx, row, body.result)
        : state.result === row.result
          ? row.alarm_state === 1
          : (await countsAsFalse(trx, row.project_id, state.result)) === true
    const note = act === 'undo' ? (undone?.data.noteBefore ?? null) : (body.note ?? row.note)
    return writeAct(trx, {
      row,
      act,
      before,
      state,
      isFalse,
      body,
      note,
      userId: caller.id,
      now,
      undone,
      duty: on_call?.duty,
    })
  }
  const outcome = await throughDeadlocks(() => platform.storage.write(work))
  if ('key' in outcome) throw await conflict(outcome.row, outcome.key)
  return outcome
}

/**
 * Returns the state of an episode once an act is taken back: the state before the act, but without an assignee who may
 * not work on it. An episode that is closed again stays as it was closed.
 */
async function undoneState(
  platform: Platform,
  trx: Trx,
  row: EpisodeRow,
  state: WorkState | undefined,
): Promise<WorkState> {
  if (!state) return workOf(row)
  return state.work === 'closed' ? state : dropInvalidAssignee(platform, trx, row, state)
}

interface Act {
  row: EpisodeRow
  act: EpisodeAct
  before: WorkState
  state: WorkState
  isFalse: boolean
  body: ActBody
  /** The last remark after the act. */
  note: string | null
  /** Null: the platform itself. */
  userId: number | null
  now: number
  /** The act that is taken back. */
  undone?: { id: number; data: Undoable } | null
  /** The roster it was given to, and who was on call, by name. */
  duty?: { name: string; person: string } | undefined
}

/**
 * Writes an act with the rows that record it. Returns the changed episode or, where another act was faster, the current
 * one with the key of a message.
 */
export async function writeAct(trx: Trx, done: Act): Promise<EpisodeRow | { row: EpisodeRow; key: string }> {
  const { row, act, before, state, body, userId, now, undone } = done
  const alarm_state = handlingOf(state, done.isFalse)
  const [changed] = await trx
    .updateTable('thresholdlog')
    .set({
      ...workColumns(state),
      ...afterAct(row, { act, before, state, now }),
      alarm_state,
      version: row.version + 1,
      note: done.note,
      ...(act === 'close' && body.note !== null && { explained: body.note }),
      ...(undone?.data.explainedBefore !== undefined && { explained: undone.data.explainedBefore }),
    })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .execute()
  // PostgreSQL: another act was committed since the row was read.
  if (!changed) {
    const current = await trx.selectFrom('thresholdlog').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
    // It may have been this same act, sent twice at once.
    if (await wasDone(trx, row, { userId, act, key: body.key })) return current
    return { row: current, key: 'error.episode.changed' }
  }
  const data: ActData = {
    before,
    after: state,
    version: changed.version,
    noteBefore: row.note,
    ...(body.note !== null && { note: body.note }),
    ...(body.picture !== null && { picture: body.picture }),
    ...(act === 'close' && { explainedBefore: row.explained }),
    ...(undone && { undoes: undone.id }),
    ...done.duty,
  }
  await trx
    .insertInto('episodeact')
    .values({
      thresholdlog_id: row.id,
      at: now,
      kind: act,
      user_id: userId,
      act_key: body.key,
      data: JSON.stringify(data),
    })
    .execute()
  if (alarm_state !== row.alarm_state)
    await logOperation(trx as unknown as Transaction<AnyTables>, {
      resource: alarmRecordResource,
      type: 'edit',
      id: row.id,
      old: { ...row },
      row: { ...changed },
      userId,
    })
  return changed
}

/**
 * Whether the user has done this act already. Throws 400 where the user gave its key to another kind of act: a key
 * names one act.
 */
export async function wasDone(
  trx: Trx,
  { id }: Pick<EpisodeRow, 'id'>,
  { userId, act, key }: { userId: number | null; act: EpisodeAct | 'tell'; key: string | null },
): Promise<boolean> {
  if (key === null || userId === null) return false
  const done = await trx
    .selectFrom('episodeact')
    .select('kind')
    .where('thresholdlog_id', '=', id)
    .where('user_id', '=', userId)
    .where('act_key', '=', key)
    .executeTakeFirst()
  if (done && done.kind !== act) throw invalid({ key: { key: 'error.rule.choice' } })
  return done !== undefined
}

/**
 * Returns the user's own last act while it can be taken back: nothing happened to the episode since, except that its
 * camera's picture came.
 */
async function lastActOf(
  trx: Trx,
  row: EpisodeRow,
  userId: number,
  now: number,
): Promise<{ id: number; data: Undoable } | null> {
  const last = await trx
    .selectFrom('episodeact')
    .selectAll()
    .where('thresholdlog_id', '=', row.id)
    .where('kind', '<>', STILL)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.user_id !== userId || now - last.at > UNDO || last.data === null) return null
  if (last.kind === 'undo') return null
  const data = JSON.parse(last.data) as Undoable
  return data.version === row.version ? { id: last.id, data } : null
}

/** Whether a result counts as a false alarm. Throws 400 where the project does not have the result. */
async function closesAsFalse(trx: Trx, { project_id }: EpisodeRow, result: string | null): Promise<boolean> {
  const isFalse = await countsAsFalse(trx, project_id, result)
  if (isFalse === null) throw invalid({ result: { key: 'error.rule.choice' } })
  return isFalse
}
