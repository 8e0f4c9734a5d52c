import { DAY } from '../../resources/kit/zone.ts'
import { ApiError, badQuery } from '../errors.ts'

type Query = Readonly<Record<string, unknown>>

/** Text without the space around it; null for what is empty or no text. What a query gives twice is no text, and so counts as not given. */
export const filledText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

/** Characters that a search looks for; the rest counts as not typed. */
const MAX_SEARCH_LENGTH = 200

/** What a search looks for; null where it says nothing. No longer than anybody types: databases refuse a long pattern, or take their time over it. */
export const searchText = (value: unknown): string | null => filledText(value)?.slice(0, MAX_SEARCH_LENGTH) ?? null

/** A whole number from 1 to `max` of a query; null where it is not given; 400 for anything else. */
export function wholeOf(query: Query, name: string, max = Number.MAX_SAFE_INTEGER): number | null {
  const text = filledText(query[name])
  if (text === null) return null
  if (!/^\d{1,15}$/.test(text)) throw badQuery({ [name]: { key: 'error.rule.int' } })
  if (Number(text) < 1) throw badQuery({ [name]: { key: 'error.rule.min', args: { min: 1 } } })
  if (Number(text) > max) throw badQuery({ [name]: { key: 'error.rule.max', args: { max } } })
  return Number(text)
}

/** A moment of a query, epoch ms; null where it is not given; 400 for anything else. */
export function momentOf(query: Query, name: string): number | null {
  const text = filledText(query[name])
  if (text === null) return null
  const moment = timeOf(text, 0)
  if (moment === null) throw badQuery({ [name]: { key: 'error.rule.time' } })
  return moment
}

/**
 * From when to when a query asks, epoch ms: up to now and `usual` ms long where nothing is said; 400 where it is longer than `longest`, or ends
 * before it begins.
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

/** Throws 400 where a span ends before it begins, or is longer than `longest` ms; the longest is told in days. */
export function requireSpan(from: number, to: number, longest: number): void {
  if (from > to) throw new ApiError(400, 'error.history.range')
  if (to - from > longest) throw new ApiError(400, 'error.history.span', { days: Math.floor(longest / DAY) })
}

/** Epoch milliseconds of 10 digits (seconds), 13 digits (milliseconds) or nothing (now); null for anything else. */
export function timeOf(t: unknown, now: number): number | null {
  if (t === undefined || t === null) return now
  const text = typeof t === 'number' ? String(Math.floor(t)) : typeof t === 'string' ? t.trim() : ''
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  return /^\d{13}$/.test(text) ? Number(text) : null
}
