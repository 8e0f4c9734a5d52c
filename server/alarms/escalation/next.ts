import { nextStep } from '../../../resources/kit/duty/escalation.ts'
import { DAY, LATEST } from '../../../resources/kit/zone.ts'
import type { Platform } from '../../platform.ts'
import type { EpisodeRow } from '../episodes/row.ts'
import { personOnCall, escalationsOf, onCallOf, peopleOf } from './book.ts'
import { progressOf, standingOf } from './clock.ts'

/** How far ahead adjoining windows are followed, ms. */
const AHEAD_MS = 31 * DAY

/**
 * Returns the state of an episode's escalation for its detail (docs/wire.md, `escalation`); null where its rule named
 * none.
 */
export async function escalationOf(
  services: Pick<Platform, 'storage' | 'settings' | 'registry' | 'maintenance'>,
  row: EpisodeRow,
): Promise<object | null> {
  const { storage } = services
  if (row.escalation_id === null) return null
  const found = (await escalationsOf(storage.read, [row.escalation_id])).get(row.escalation_id)
  if (!found || found.project_id !== row.project_id) return null
  const next = nextStep(found.steps, progressOf(row), standingOf(row))
  return {
    id: row.escalation_id,
    name: found.name,
    done: Math.min(row.escalation_step, found.steps.length),
    steps: found.steps.length,
    next: next && (await comingOf(services, row, next)),
  }
}

type Coming = NonNullable<ReturnType<typeof nextStep>>

async function comingOf(
  services: Pick<Platform, 'storage' | 'settings' | 'registry' | 'maintenance'>,
  row: EpisodeRow,
  { step, dueAt }: Coming,
): Promise<object> {
  const until = await heldUntil(services, row, dueAt)
  const at = until ?? dueAt
  return { at, ...(await targetOf(services, { step, dueAt: at })), maintenance_until: until }
}

/**
 * Returns until when maintenance holds up a step that is due at a moment, epoch ms; windows that meet count as one.
 * Null where no window holds it up.
 */
async function heldUntil(
  { registry, maintenance }: Pick<Platform, 'registry' | 'maintenance'>,
  { device_id, threshold_id }: EpisodeRow,
  dueAt: number,
): Promise<number | null> {
  const from = Math.max(dueAt, Date.now())
  const device = registry.device(device_id)
  // A snooze that only a worse level ends lies beyond any calendar.
  if (!device || from >= LATEST || !maintenance.holds(device_id, threshold_id, from)) return null
  let until = from
  for (const span of await maintenance.spans(device, from, from + AHEAD_MS, threshold_id))
    if (span.from <= until) until = Math.max(until, span.to)
  return until > from ? until : null
}

async function targetOf(
  { storage: { read }, settings }: Pick<Platform, 'storage' | 'settings'>,
  { step, dueAt }: Coming,
): Promise<{ to: string; name: string | null; person: string | null; level: number | null }> {
  const { to, id } = step
  const target = { to, name: null, person: null, level: null }
  if (to === 'level') return { ...target, level: id }
  if (to === 'contact') return { ...target, name: (await peopleOf(read, [id])).get(id)?.name ?? null }
  if (to === 'roster') {
    // A snooze that only a worse level ends lies beyond any calendar: the person on call is not known then.
    const isKnown = dueAt < LATEST
    const roster = (await onCallOf(read, [id], isKnown ? dueAt : 0, settings.timeZone)).get(id)
    const person = isKnown && roster ? personOnCall(roster, step) : null
    return { ...target, name: roster?.name ?? null, person: person?.name || null }
  }
  const channel = await read.selectFrom('alarmchannel').select('name').where('id', '=', id).executeTakeFirst()
  return { ...target, name: channel?.name ?? null }
}
