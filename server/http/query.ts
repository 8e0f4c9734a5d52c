import { DAY } from '../../resources/kit/zone.ts'
import { ApiError, badQuery } from '../errors.ts'

type Query = Readonly<Record<string, unknown>>

/**
 * Returns text without surrounding white space; null for a value that is empty or no text. A parameter that a query has
 * twice is a list, no text, and so counts as missing.
 */
export const filledText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** Most characters that a search uses; further ones are cut off. */
const MAX_SEARCH_LENGTH = 200

/**
 * Returns the text to search for; null where it is empty. It is cut to a length that no user types: databases refuse a
 * long pattern, or take long over it.
 */
export const searchText = (value: unknown): string | null => filledText(value)?.slice(0, MAX_SEARCH_LENGTH) ?? null

/**
 * Returns a whole number from 1 to `max` of a query; null where it is missing.
 * @throws {ApiError} 400 for any other value
 */
export function wholeOf(query: Query, name: string, max = Number.MAX_SAFE_INTEGER): number | null {
  const text = filledText(query[name])
  if (text === null) return null
  if (!/^\d{1,15}$/.test(text)) throw badQuery({ [name]: { key: 'error.rule.int' } })
  if (Number(text) < 1) throw badQuery({ [name]: { key: 'error.rule.min', args: { min: 1 } } })
  if (Number(text) > max) throw badQuery({ [name]: { key: 'error.rule.max', args: { max } } })
  return Number(text)
}

/**
 * Returns a moment of a query, epoch ms; null where it is missing.
 * @throws {ApiError} 400 for any other value
 */
export function momentOf(query: Query, name: string): number | null {
  const text = filledText(query[name])
  if (text === null) return null
  const moment = timeOf(text, 0)
  if (moment === null) throw badQuery({ [name]: { key: 'error.rule.time' } })
  return moment
}

/**
 * Returns the span that a query asks for, epoch ms: by default `usual` ms long and up to now.
 * @throws {ApiError} 400 where it is longer than `longest` ms, or ends before it begins
 */
export function spanOf(
  query: { from?: unknown; to?: unknown },
  now: number,
  { usual, longest }: { usual: number; longest: number },
): { from: number; to: number } {
  const to = momentOf(query, 'to') ?? now
  const from = momentOf(query, 'from') ?? to - usual
  requireSpan(from, to, longest)
  return { from, to }
}

/**
 * Checks a span.
 * @throws {ApiError} 400 where it ends before it begins, or is longer than `longest` ms; the message gives the limit in
 * days
 */
export function requireSpan(from: number, to: number, longest: number): void {
  if (from > to) throw new ApiError(400, 'error.history.range')
  if (to - from > longest) throw new ApiError(400, 'error.history.span', { days: Math.floor(longest / DAY) })
}

/**
 * Reads a time of 10 digits (seconds) or 13 digits (milliseconds) as epoch ms; a missing time counts as `now`. Returns
 * null for anything else.
 */
export function timeOf(t: unknown, now: number): number | null {
  if (t === undefined || t === null) return now
  const text = typeof t === 'number' ? String(Math.floor(t)) : typeof t === 'string' ? t.trim() : ''
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  return /^\d{13}$/.test(text) ? Number(text) : null
}
