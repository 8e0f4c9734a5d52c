import { nextStep } from '../../../resources/kit/duty/escalation.ts'
import { LATEST } from '../../../resources/kit/zone.ts'
import type { Platform } from '../../platform.ts'
import type { EpisodeRow } from '../episodes/row.ts'
import { atTurn, escalationsOf, onCallOf, peopleOf } from './book.ts'
import { progressOf, standingOf } from './clock.ts'

/** Where an episode's escalation stands, as its detail says it (docs/wire.md, `escalation`); null where its rule named none. */
export async function escalationOf(
  { storage, settings }: Pick<Platform, 'storage' | 'settings'>,
  row: EpisodeRow,
): Promise<object | null> {
  if (row.escalation_id === null) return null
  const found = (await escalationsOf(storage.read, [row.escalation_id])).get(row.escalation_id)
  if (!found || found.project_id !== row.project_id) return null
  const next = nextStep(found.steps, progressOf(row), standingOf(row))
  return {
    id: row.escalation_id,
    name: found.name,
    done: Math.min(row.escalation_step, found.steps.length),
    steps: found.steps.length,
    next: next && { at: next.dueAt, ...(await targetOf({ storage, settings }, next)) },
  }
}

async function targetOf(
  { storage: { read }, settings }: Pick<Platform, 'storage' | 'settings'>,
  { step, dueAt }: NonNullable<ReturnType<typeof nextStep>>,
): Promise<{ to: string; name: string | null; person: string | null; level: number | null }> {
  const { to, id } = step
  const target = { to, name: null, person: null, level: null }
  if (to === 'level') return { ...target, level: id }
  if (to === 'contact') return { ...target, name: (await peopleOf(read, [id])).get(id)?.name ?? null }
  if (to === 'roster') {
    // A snooze that only a worse level ends is beyond any calendar: who is on call then nobody knows.
    const isKnown = dueAt < LATEST
    const roster = (await onCallOf(read, [id], isKnown ? dueAt : 0, settings.timeZone)).get(id)
    const person = isKnown && roster ? atTurn(roster, step) : null
    return { ...target, name: roster?.name ?? null, person: person?.name || null }
  }
  const channel = await read.selectFrom('alarmchannel').select('name').where('id', '=', id).executeTakeFirst()
  return { ...target, name: channel?.name ?? null }
}
