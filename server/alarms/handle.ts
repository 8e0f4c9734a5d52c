import type { Selectable, Transaction } from 'kysely'
import { fieldProblem } from '../../resources/kit/validate.ts'
import { storable } from '../../resources/kit/wire.ts'
import { logOperation } from '../crud/operations.ts'
import { isInScope, scopeOf } from '../crud/scope.ts'
import { ApiError, invalid, notFound } from '../errors.ts'
import { plainText } from '../http/body.ts'
import type { Platform, SignedIn } from '../platform.ts'
import type { AnyTables, Tables } from '../storage/types.ts'
import { lockedEpisode } from './episodes/locked.ts'
import { workNumber, workOf } from './episodes/row.ts'
import { alarmRecordResource, RECORD_COLUMNS } from './record.ts'

const UNHANDLED = 0
const DECISIONS = [1, 2]
const FALSE_ALARM = 1

/**
 * PUT godbThresholdlog/{id}: marks an unhandled alarm as false alarm (1) or handled (2), once; everything else is a
 * conflict (409). Its episode is closed with it. The body may be the whole record: only alarm_state and explained are
 * read.
 */
export async function handleRecord(
  { storage, registry }: Platform,
  { caller }: SignedIn,
  id: number,
  body: Record<string, unknown>,
): Promise<Pick<Selectable<Tables['thresholdlog']>, (typeof RECORD_COLUMNS)[number]>> {
  const { alarm_state, explained } = alarmRecordResource.fields
  const problem =
    fieldProblem(alarm_state, body.alarm_state, body) ??
    (body.alarm_state === undefined || body.alarm_state === null ? { key: 'error.alarm.state' } : null)
  if (problem) throw invalid({ alarm_state: problem })
  const wanted = Number(body.alarm_state)
  const text = plainText(body.explained)
  const textProblem = fieldProblem(explained, text, body)
  if (textProblem) throw invalid({ explained: textProblem })
  const remark = body.explained === undefined ? undefined : (storable(explained, text) as string | null)

  return storage.write(async (trx) => {
    const old = await lockedEpisode(trx, storage, id)
    if (
      !old ||
      !isInScope(
        { project_id: old.project_id, district_id: old.district_id },
        scopeOf(caller, alarmRecordResource, registry),
      )
    )
      throw notFound()
    const now = Date.now()
    const result = wanted === FALSE_ALARM ? 'false_alarm' : 'handled'
    const changes = {
      alarm_state: wanted,
      handled_by: caller.id,
      handled_at: now,
      work: workNumber('closed'),
      result,
      snoozed_until: null,
      snooze_level: null,
      version: old.version + 1,
      ...(remark !== undefined && { explained: remark }),
    }
    const [row] = DECISIONS.includes(wanted)
      ? await trx
          .updateTable('thresholdlog')
          .set(changes)
          .where('id', '=', id)
          .where('alarm_state', '=', UNHANDLED)
          .returning(RECORD_COLUMNS)
          .execute()
      : []
    if (!row) throw new ApiError(409, 'error.alarm.handled')
    const data = JSON.stringify({
      before: workOf(old),
      after: { ...workOf({ ...old, ...changes }) },
      version: changes.version,
      noteBefore: old.note,
      explainedBefore: old.explained,
      ...(remark && { note: remark }),
    })
    await trx
      .insertInto('episodeact')
      .values({ thresholdlog_id: id, at: now, kind: 'close', user_id: caller.id, data })
      .execute()
    await logOperation(trx as unknown as Transaction<AnyTables>, {
      resource: alarmRecordResource,
      type: 'edit',
      id,
      old: { ...old },
      row: { ...row },
      userId: caller.id,
    })
    return row
  })
}
