import type { Transaction } from 'kysely'
import { TURN_UNIT } from '../../resources/kit/duty/record.ts'
import { addDays, DAY, dayOf, weekOf } from '../../resources/kit/zone.ts'
import type { Contact } from '../alarms/messages.ts'
import type { Tables } from '../storage/types.ts'
import type { Text } from './language.ts'

/** Alarms of this level, and of lower (more severe) numbers, are escalated. */
export const ESCALATED = 2

/**
 * Seeds a project's weekly roster, with one person away for some days, and the escalation of its severe alarms; returns
 * the escalation's id.
 */
export async function seedDuty(
  trx: Transaction<Tables>,
  { project_id, contacts, now }: { project_id: number; contacts: readonly Contact[]; now: number },
  translate: (text: Text) => string,
): Promise<number | null> {
  const [room, worker, chief] = contacts
  if (!room || !worker || !chief) return null
  const stamp = { project_id, created_at: now, updated_at: now }
  const manager = await trx
    .selectFrom('systemuser')
    .select('id')
    .where('username', '=', 'manager')
    .where('project_id', '=', project_id)
    .executeTakeFirst()
  if (manager) await trx.updateTable('alarminfo').set({ user_id: manager.id }).where('id', '=', chief.id).execute()
  const from = Math.ceil(now / DAY) * DAY + 3 * DAY
  const roster = await trx
    .insertInto('alarmroster')
    .values({
      ...stamp,
      name: translate(['值班轮班', '值班輪班', 'Duty roster']),
      people: `${worker.id},${chief.id}`,
      every: 1,
      unit: TURN_UNIT.weeks,
      handover: '08:00',
      starts: weekOf(addDays(dayOf(new Date(now)), -14)).first,
      exceptions: JSON.stringify([{ from, until: from + 2 * DAY, whom: null, by: room.id }]),
      stand_ins: String(room.id),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const steps = [
    { after: 10, roster: roster.id },
    { after: 30, contact: room.id },
    { after: 60, level: 1 },
  ]
  const escalation = await trx
    .insertInto('alarmescalation')
    .values({
      ...stamp,
      name: translate(['无人接手', '無人接手', 'Not taken']),
      steps: JSON.stringify(steps),
      rosters: String(roster.id),
      contacts: String(room.id),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return escalation.id
}
