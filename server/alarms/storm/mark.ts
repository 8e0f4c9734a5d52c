import { sql, type SqlBool } from 'kysely'
import { INBOX } from './news.ts'

/**
 * As JSON.stringify writes it; in the text of a user such quotes would be escaped. SAYS: the kind of the message;
 * HOLDS: a digest for browsers, whose text is made when it is sent.
 */
const SAYS = '"kind":"digest"'
const HOLDS = '{"digest":'
/**
 * A digest to a contact stored by an older version has no kind, but links to the inbox where the platform knew its own
 * address: all other messages link to their alarm.
 */
const LEADS = `${INBOX}"}`

/**
 * Whether a message, as the send log keeps it, is a digest (digest.ts). A digest names up to ten devices of any area,
 * and is stored with the first of their alarms. The same in SQL: `isDigestRow`.
 */
export const isDigest = (message: string | null): boolean =>
  message !== null && (message.startsWith(HOLDS) || message.includes(SAYS) || message.endsWith(LEADS))

/** Whether a row of `alarmsendlog` is a digest. */
export const isDigestRow = sql<SqlBool>`(coalesce(message, '') like ${`${HOLDS}%`} or coalesce(message, '') like ${`%${SAYS}%`} or coalesce(message, '') like ${`%${LEADS}`})`
