import type { FlagRow } from '../types.ts'

/**
 * The bit of `historyflag.tests` that is kept whatever is found later: that a value came during maintenance is known
 * only when it arrives (alarms/maintenance), and nothing in the history says so.
 */
export const STAYING_TEST = 256

/** Returns the later of two flags of one value, with what is kept of the earlier. */
export const laterFlag = (before: FlagRow | undefined, row: FlagRow): FlagRow =>
  before && (before.tests & STAYING_TEST) !== 0
    ? { ...row, flag: Math.max(before.flag, row.flag), tests: row.tests | STAYING_TEST }
    : row

/** The same rule in SQL, for a row that is already stored. */
export const ON_FLAGGED = `on conflict (device_id, nodemap_id, ts) do update set
    flag = case when (historyflag.tests & ${STAYING_TEST}) <> 0 and historyflag.flag > excluded.flag then historyflag.flag else excluded.flag end,
    tests = excluded.tests | (historyflag.tests & ${STAYING_TEST})`
