import { sql, type SqlBool } from 'kysely'
import { INBOX } from './news.ts'

/** As JSON.stringify writes it, in which no text of a user holds such quotes: what it says, or (of browsers) that it is made as it is sent. */
const SAYS = '"kind":"digest"'
const HOLDS = '{"digest":'
/** One to a contact said no kind once, but leads to the inbox where the platform knew its own address: all others lead to their alarm. */
const LEADS = `${INBOX}"}`

/**
 * Whether a message, as the send log keeps it, is a digest (digest.ts): it names up to ten devices, wherever they are, and stands with the first of
 * their alarms. The same in SQL: `isDigestRow`.
 */
export const isDigest = (message: string | null): boolean =>
  message !== null && (message.startsWith(HOLDS) || message.includes(SAYS) || message.endsWith(LEADS))

/** Whether a row of `alarmsendlog` is a digest. */
export const isDigestRow = sql<SqlBool>`(coalesce(message, '') like ${`${HOLDS}%`} or coalesce(message, '') like ${`%${SAYS}%`} or coalesce(message, '') like ${`%${LEADS}`})`
