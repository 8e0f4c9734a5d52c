import type { Transaction } from 'kysely'
import { device as deviceResource } from '../../resources/device.ts'
import { mayUse, type Caller } from '../../resources/kit/access.ts'
import type { Problem } from '../../resources/kit/rules.ts'
import { LONGEST_MONTH, MONTH_DAYS } from '../../resources/kit/zone.ts'
import { reviewStep } from '../../resources/review.ts'
import { ApiError, forbidden, invalid, notFound } from '../errors.ts'
import { idOf } from '../http/body.ts'
import { timeOf } from '../http/query.ts'
import type { LiveDevice, Platform } from '../platform.ts'
import { HOUR, hourStart } from '../storage/dirtyHours.ts'
import type { Storage, Tables } from '../storage/types.ts'
import { sampleValueOf } from '../telemetry/items.ts'
import { judgeHours, type DeviceHour } from './judging/judge.ts'
import { FLAG } from './qartod.ts'

/** The flags a review may give to a span: good after all, suspect, or failed. */
const VERDICTS: readonly unknown[] = [FLAG.good, FLAG.suspect, FLAG.fail]
const MAX_REASON_CHARS = 500
/** Maximum number of reviews listed for one device. */
const MAX_REVIEWS = 1000

type Body = Record<string, unknown>

/**
 * Stores a review: which flag the values of a node in a span deserve, or what they should have been. Raw values stay as
 * they are. Returns the review's id.
 *
 * @throws ApiError 403 where the caller may not edit devices; 404 for a device the caller may not see; 400 with the
 * wrong fields
 */
export async function addReview(platform: Platform, caller: Caller, body: Body): Promise<number> {
  const { registry, storage } = platform
  if (!mayUse(caller, deviceResource, 'edit')) throw forbidden()
  const problems: Record<string, Problem> = {}
  const id = idOf(body.deviceid)
  if (id === null) throw invalid({ deviceid: { key: 'error.rule.ref' } })
  const device = registry.device(id)
  if (!device || !registry.mayTouch(caller, device)) throw notFound()
  const node = idOf(body.nodemapid) ?? 0
  if (!device.nodes.has(node)) problems.nodemapid = { key: 'error.rule.ref' }
  const now = Date.now()
  const [since, until] = [body.from, body.to].map((given) => (given === undefined ? null : timeOf(given, now)))
  if (since == null) problems.from = { key: 'error.rule.time' }
  if (until == null) problems.to = { key: 'error.rule.time' }
  else if (until > now) problems.to = { key: 'error.quality.future' }
  else if (since != null && until < since) problems.to = { key: 'error.history.range' }
  else if (since != null && until - since > LONGEST_MONTH)
    problems.to = { key: 'error.history.span', args: { days: MONTH_DAYS } }
  const correction = correctionOf(body, problems)
  const flag = correction ? (body.flag ?? FLAG.good) : body.flag
  if (!VERDICTS.includes(flag)) problems.flag = { key: 'error.rule.choice' }
  const reason = typeof body.reason === 'string' ? body.reason.trim() : ''
  if (reason === '') problems.reason = { key: 'error.rule.required' }
  else if (reason.length > MAX_REASON_CHARS)
    problems.reason = { key: 'error.rule.maxLength', args: { max: MAX_REASON_CHARS } }
  if (Object.keys(problems).length > 0 || since == null || until == null) throw invalid(problems)
  return storage.write(async (trx) => {
    const review = await trx
      .insertInto('qualityreview')
      .values({
        device_id: device.id,
        nodemap_id: node,
        since,
        until,
        flag: Number(flag),
        ...(correction ?? NO_CORRECTION),
        step: reviewStep(caller),
        reason,
        user_id: caller.id,
        made_at: now,
        revoked_by: null,
        revoked_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await judgeSpan(trx, storage, device, { since, until })
    return Number(review.id)
  })
}

/**
 * The limit of decimals in records. It keeps the sum of an hour's values within what a database can hold; otherwise the
 * rollups of every device would fail.
 */
const MAX_FIGURE = 999_999_999_999_999

type Correction = Record<'zero' | 'factor' | 'value', number | null>
const NO_CORRECTION: Correction = { zero: null, factor: null, value: null }

/**
 * Returns the correction of a review: a fixed `value`, or (raw - `zero`) * `factor`; null where the review corrects
 * nothing.
 */
function correctionOf(body: Body, problems: Record<string, Problem>): Correction | null {
  const [zero, factor, value] = (['zero', 'factor', 'value'] as const).map((name) => {
    const given = body[name]
    if (given === undefined || given === null || given === '') return null
    const number = typeof given === 'boolean' ? null : sampleValueOf(given)
    if (number === null) problems[name] = { key: 'error.rule.number' }
    else if (number > MAX_FIGURE) problems[name] = { key: 'error.rule.max', args: { max: MAX_FIGURE } }
    else if (number < -MAX_FIGURE) problems[name] = { key: 'error.rule.min', args: { min: -MAX_FIGURE } }
    return number
  }) as [number | null, number | null, number | null]
  if (value !== null) {
    if (zero !== null || factor !== null) problems.value = { key: 'error.quality.either' }
    return { ...NO_CORRECTION, value }
  }
  return zero === null && factor === null ? null : { zero: zero ?? 0, factor: factor ?? 1, value: null }
}

/**
 * Revokes a review.
 *
 * @throws ApiError 403 for a review of a higher step than the caller's; 409 where it was revoked before
 */
export async function revokeReview(platform: Platform, caller: Caller, id: number): Promise<void> {
  const { registry, storage } = platform
  if (!mayUse(caller, deviceResource, 'edit')) throw forbidden()
  await storage.write(async (trx) => {
    const review = await trx.selectFrom('qualityreview').selectAll().where('id', '=', id).executeTakeFirst()
    const device = review && registry.device(review.device_id)
    if (!review || !device || !registry.mayTouch(caller, device)) throw notFound()
    if (review.step > reviewStep(caller)) throw forbidden()
    if (review.revoked_at !== null) throw new ApiError(409, 'error.quality.revoked')
    await trx
      .updateTable('qualityreview')
      .set({ revoked_by: caller.id, revoked_at: Date.now() })
      .where('id', '=', id)
      .execute()
    await judgeSpan(trx, storage, device, review)
  })
}

/**
 * Judges a span again after its reviews changed: its newest hours at once, the others with their rollups, which follow
 * soon.
 */
async function judgeSpan(
  trx: Transaction<Tables>,
  storage: Storage,
  device: LiveDevice,
  { since, until }: { since: number; until: number },
): Promise<void> {
  // Takes the lock in the same mode as rolling up, so that values stored meanwhile are judged afterwards.
  await storage.lockHours(trx, 'unmarking')
  const hours: DeviceHour[] = []
  for (let hour = hourStart(until); hour > since - HOUR; hour -= HOUR) hours.push({ device_id: device.id, hour })
  const { moved } = await judgeHours(trx, storage, hours.slice(0, MAX_HOURS_JUDGED), Date.now())
  await trx
    .insertInto('dirtyhour')
    .values([...hours, ...moved])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Maximum number of hours judged within the call. The rest follows with their rollups, within seconds. */
const MAX_HOURS_JUDGED = 24

export interface Review {
  id: number
  nodemapid: number
  from: number
  to: number
  flag: number
  zero: number | null
  factor: number | null
  value: number | null
  step: number
  reason: string
  by: string | null
  at: number
  revoked_by: string | null
  revoked_at: number | null
}

/** Returns the reviews of a device that overlap a span, newest first, including revoked ones. */
export const reviewsOf = (
  { storage: { read } }: Pick<Platform, 'storage'>,
  device: number,
  { from, to }: { from: number; to: number },
): Promise<Review[]> =>
  read
    .selectFrom('qualityreview as kept')
    .leftJoin('systemuser as maker', 'maker.id', 'kept.user_id')
    .leftJoin('systemuser as revoker', 'revoker.id', 'kept.revoked_by')
    .select(['kept.id', 'kept.nodemap_id as nodemapid', 'kept.since as from', 'kept.until as to', 'kept.flag'])
    .select(['kept.zero', 'kept.factor', 'kept.value'])
    .select(['kept.step', 'kept.reason', 'maker.nickname as by', 'kept.made_at as at'])
    .select(['revoker.nickname as revoked_by', 'kept.revoked_at'])
    .where('kept.device_id', '=', device)
    .where('kept.since', '<=', to)
    .where('kept.until', '>=', from)
    .orderBy('kept.id', 'desc')
    .limit(MAX_REVIEWS)
    .execute()
