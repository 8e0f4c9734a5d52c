import { call } from '../http.ts'
import { integer, readNumber, readRecords, readText, readTime } from '../normalise.ts'

/** One device, or an area with all areas below it. */
export type Place = { deviceid: number } | { dis_id: number }

/** A node of a device, with its names. */
export interface NodePlace {
  device: number
  deviceName: string
  nodemap: number
  alias: string
}

/**
 * How many of a node's expected values in a month were received, received in time, and valid; null if unknown. Rates
 * are fractions of `expected`.
 */
export interface NodeRates extends NodePlace {
  expected: number | null
  received: number
  intime: number
  valid: number
  /** Whether a test of its values is on now; null if the platform does not say. */
  tested: boolean | null
  /** Whether its device has never sent anything. */
  silent: boolean
  /** The part of `expected` that is missing. */
  missing: number | null
  /**
   * Number of spans without a value longer than the node allows, and their total in minutes; null if the node sets no
   * limit, only changes are stored, or the platform does not say.
   */
  gaps: number | null
  gapminutes: number | null
  transmission: number | null
  timeliness: number | null
  validity: number | null
}

/** A span of a node's values, both ends included; epoch ms. */
export interface NodeSpan extends NodePlace {
  from: number
  to: number
}

/** Consecutive values that wait for a review; `step` is the highest step at which they were reviewed. */
export interface DoubtedSpan extends NodeSpan {
  count: number
  flag: number
  tests: readonly string[]
  step: number
}

/** A review: a user's verdict on a span. */
export interface Review {
  id: number
  nodemap: number
  from: number
  to: number
  flag: number
  zero: number | null
  factor: number | null
  value: number | null
  step: number
  reason: string
  by: string
  at: number | null
  revoked: boolean
}

/** The content of a new review: a flag, or what the values should have been. */
export interface Verdict {
  flag?: number
  zero?: number
  factor?: number
  value?: number
  reason: string
}

const placeOf = (row: Record<string, unknown>): NodePlace | null => {
  const [device, nodemap] = [integer(row['deviceid']), integer(row['nodemapid'])]
  if (device === null || nodemap === null) return null
  return {
    device,
    nodemap,
    deviceName: readText(row['device']) || `#${device}`,
    alias: readText(row['node']) || `#${nodemap}`,
  }
}

/**
 * Returns the rates of a month, one row per node. Extension `quality`.
 *
 * @throws WireError
 */
export async function nodeRates(
  place: Place,
  { from, to }: { from: number; to: number },
  signal?: AbortSignal,
): Promise<NodeRates[]> {
  const rows = readRecords(await call('GET', 'quality', { query: { ...place, from, to }, signal, timeout: 60_000 }))
  return rows.flatMap((row) => {
    const own = placeOf(row)
    if (!own) return []
    const count = (name: string) => integer(row[name]) ?? 0
    return [
      {
        ...own,
        expected: integer(row['expected']),
        received: count('received'),
        intime: count('intime'),
        valid: count('valid'),
        tested: row['tested'] === undefined ? null : integer(row['tested']) === 1,
        silent: integer(row['silent']) === 1,
        missing: integer(row['missing']),
        gaps: integer(row['gaps']),
        gapminutes: integer(row['gapminutes']),
        transmission: readNumber(row['transmission']),
        timeliness: readNumber(row['timeliness']),
        validity: readNumber(row['validity']),
      },
    ]
  })
}

/** Returns the values that wait for a review at the caller's step. */
export async function reviewQueue(
  place: Place,
  { from, to }: { from: number; to: number },
  signal?: AbortSignal,
): Promise<DoubtedSpan[]> {
  const rows = readRecords(await call('GET', 'quality/queue', { query: { ...place, from, to }, signal }))
  return rows.flatMap((row) => {
    const [own, start, end] = [placeOf(row), readTime(row['from']), readTime(row['to'])]
    if (!own || start === null || end === null) return []
    const tests = Array.isArray(row['tests']) ? row['tests'].map(readText) : []
    return [
      {
        ...own,
        from: start,
        to: end,
        count: integer(row['count']) ?? 0,
        flag: integer(row['flag']) ?? 0,
        tests,
        step: integer(row['step']) ?? 0,
      },
    ]
  })
}

/** Returns the reviews of a device's values in a span, newest first. */
export async function reviewsOf(
  device: number,
  { from, to }: { from: number; to: number },
  signal?: AbortSignal,
): Promise<Review[]> {
  const rows = readRecords(await call('GET', 'quality/reviews', { query: { deviceid: device, from, to }, signal }))
  return rows.flatMap((row) => {
    const [id, nodemap, start, end] = [
      integer(row['id']),
      integer(row['nodemapid']),
      readTime(row['from']),
      readTime(row['to']),
    ]
    if (id === null || nodemap === null || start === null || end === null) return []
    return [
      {
        id,
        nodemap,
        from: start,
        to: end,
        flag: integer(row['flag']) ?? 0,
        zero: readNumber(row['zero']),
        factor: readNumber(row['factor']),
        value: readNumber(row['value']),
        step: integer(row['step']) ?? 0,
        reason: readText(row['reason']),
        by: readText(row['by']),
        at: readTime(row['at']),
        revoked: row['revoked_at'] != null,
      },
    ]
  })
}

/**
 * Returns the review that applies to a value: the latest of the highest step among those that are not revoked.
 * `reviews` must be newest first, as received.
 */
export const reviewAt = (reviews: readonly Review[], nodemap: number, at: number): Review | undefined =>
  reviews
    .filter((one) => !one.revoked && one.nodemap === nodemap && one.from <= at && one.to >= at)
    .toSorted((one, other) => other.step - one.step)[0]

/**
 * Reviews the values of a span: flags them, or corrects them.
 *
 * @throws WireError with the fields that are refused
 */
export const review = (
  { device, nodemap, from, to }: Pick<NodeSpan, 'device' | 'nodemap' | 'from' | 'to'>,
  verdict: Verdict,
): Promise<unknown> =>
  call('POST', 'quality/reviews', { body: { deviceid: device, nodemapid: nodemap, from, to, ...verdict } })

/** Revokes a review. */
export const revokeReview = (id: number): Promise<unknown> => call('DELETE', `quality/reviews/${id}`)
