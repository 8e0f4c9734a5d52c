import type { FlagRow } from '../types.ts'

/**
 * The bit of `historyflag.tests` that stays, whatever is found later: that a value came during maintenance is known when it comes (alarms/maintenance), and
 * nothing of the history says so.
 */
export const STAYING_TEST = 256

/** Of two words on one value the later, with what stays of the earlier. */
export const laterFlag = (before: FlagRow | undefined, row: FlagRow): FlagRow =>
  before && (before.tests & STAYING_TEST) !== 0
    ? { ...row, flag: Math.max(before.flag, row.flag), tests: row.tests | STAYING_TEST }
    : row

/** The same for a row that is there already, for SQL. */
export const ON_FLAGGED = `on conflict (device_id, nodemap_id, ts) do update set
    flag = case when (historyflag.tests & ${STAYING_TEST}) <> 0 and historyflag.flag > excluded.flag then historyflag.flag else excluded.flag end,
    tests = excluded.tests | (historyflag.tests & ${STAYING_TEST})`
