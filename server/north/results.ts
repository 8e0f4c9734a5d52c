import type { Transaction } from 'kysely'
import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import { zoneOf } from '../../resources/kit/zone.ts'
import type { Platform } from '../platform.ts'
import type { AnyTables, Storage, Tables } from '../storage/types.ts'
import type { SendOutcome } from './send.ts'

/** Result of an interface's last push. Times are epoch ms. */
export interface PushResult {
  last_at: number | null
  last_ok: number
  /** The outcome as JSON: {key, args}. It is stored without a language, so that each reader gets it in their own. */
  last_result: string | null
  failures: number
  next_at: number
}

const resultsByPlatform = new WeakMap<Platform, Map<number, PushResult>>()

/** Returns the results in memory, by interface; lists are answered from them. */
export function resultsOf(platform: Platform): Map<number, PushResult> {
  const results = resultsByPlatform.get(platform) ?? new Map<number, PushResult>()
  resultsByPlatform.set(platform, results)
  return results
}

/** Reads all results anew: the process that pushes may be another one. */
export async function loadResults(platform: Platform): Promise<void> {
  const rows = await platform.storage.read.selectFrom('northstate').selectAll().execute()
  const results = resultsOf(platform)
  results.clear()
  for (const { interface_id, ...result } of rows) results.set(interface_id, result)
}

/**
 * Exponential backoff after consecutive failures, ms: 5 s, 10 s, 20 s, … to the interval, or 5 minutes where that is
 * longer.
 */
export const waitAfter = (failures: number, interval: number): number =>
  Math.min(5000 * 2 ** Math.min(failures - 1, 30), Math.max(interval, 300_000))

/**
 * Returns the result that follows another one. After a success the next push keeps the rhythm of the interval; missed
 * pushes are not made up for.
 */
export function nextResult(
  old: PushResult | undefined,
  outcome: SendOutcome,
  now: number,
  interval: number,
): PushResult {
  const failures = outcome.ok ? 0 : (old?.failures ?? 0) + 1
  const due = old && old.next_at > now - interval && old.failures === 0 ? old.next_at : now
  return {
    last_at: now,
    last_ok: outcome.ok ? 1 : 0,
    last_result: JSON.stringify({ key: outcome.key, args: outcome.args }),
    failures,
    next_at: outcome.ok ? due + interval : now + waitAfter(failures, interval),
  }
}

/**
 * Stores a result and returns what was stored: null where the interface has been deleted; a result that is due at once
 * where the interface's record changed since `expected`, the due time that this push began with (compare and set).
 */
export async function storeResult(
  storage: Storage,
  id: number,
  result: PushResult,
  expected: number | null,
): Promise<PushResult | null> {
  return storage.write(async (trx) => {
    const exists = await trx.selectFrom('northinterface').select('id').where('id', '=', id).executeTakeFirst()
    if (!exists) return null
    const stored = await trx
      .selectFrom('northstate')
      .select('next_at')
      .where('interface_id', '=', id)
      .executeTakeFirst()
    const saved = stored && stored.next_at !== expected ? { ...result, next_at: stored.next_at, failures: 0 } : result
    await upsert(trx, id, saved)
    return saved
  })
}

const upsert = async (trx: Transaction<Tables>, id: number, result: PushResult): Promise<void> => {
  await trx
    .insertInto('northstate')
    .values({ interface_id: id, ...result })
    .onConflict((conflict) => conflict.column('interface_id').doUpdateSet(result))
    .execute()
}

/** Makes an interface due at once, after its record changed. */
export async function resetResult(trx: Transaction<AnyTables>, id: number): Promise<void> {
  await trx.updateTable('northstate').set({ failures: 0, next_at: 0 }).where('interface_id', '=', id).execute()
}

/** Makes an interface due at once, whatever its interval, and resets its count of failures. */
export async function pushAtOnce(platform: Platform, id: number): Promise<void> {
  await platform.storage.write((trx) => resetResult(trx as unknown as Transaction<AnyTables>, id))
  makeDue(platform, id)
}

/** Makes an interface due at once in memory, after the transaction of `resetResult`. */
export function makeDue(platform: Platform, id: number): void {
  const result = resultsOf(platform).get(id)
  if (result) resultsOf(platform).set(id, { ...result, failures: 0, next_at: 0 })
}

/** Returns a result in words; null before the first push. */
export function resultText(result: PushResult | undefined, language: Language, timeZone: string): string | null {
  if (!result || result.last_at === null || result.last_result === null) return null
  return `${zoneOf(timeZone).full(result.last_at)} ${outcomeText(result.last_result, language)}`
}

export function outcomeText(stored: string, language: Language): string {
  const { key, args } = JSON.parse(stored) as Pick<SendOutcome, 'key' | 'args'>
  return errorText(language, key, args)
}
