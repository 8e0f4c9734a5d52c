import { isRecord } from '../../resources/kit/record.ts'

/** The fields of a card that the console shows: text and numbers as received. */
export type SimCard = Record<string, string | number | null>

/** The answer of getICCIDInfo (spec 2 §3, SIM lookup result): resultCode "0" is success. */
export interface SimAnswer {
  resultCode: string
  resultMsg: string
  info?: SimCard
  /** The same card under the name that firms other than 0 use. */
  description?: SimCard
}

/** The firms of the dictionary ICCIDServiceProviderValue; a test compares the two. */
export type Firm = 0 | 1 | 2

/** One firm's layout: a name that the console shows, and the names under which the lookup service may send it. */
type Layout = readonly (readonly [name: string, sources: readonly string[]])[]

const common: Layout = [
  ['iccid', ['iccid']],
  ['msisdn', ['msisdn', 'number', 'phone']],
  ['operator', ['operator', 'carrier', 'firm']],
  ['status', ['status', 'state', 'cardStatus']],
]

/**
 * Layouts by firm. Firm 0 bills by monthly packages, the others by total traffic, so that their detail views differ
 * (spec 2 §2).
 */
const layouts: Record<Firm, Layout> = {
  0: [
    ...common,
    ['month_traffic', ['month_traffic', 'used', 'usedTraffic', 'monthUsage']],
    ['package_traffic', ['package_traffic', 'total', 'totalTraffic']],
    ['open_date', ['open_date', 'activated', 'activeDate', 'openTime']],
    ['expire_date', ['expire_date', 'expires', 'expireTime']],
  ],
  1: byTotal(),
  2: byTotal(),
}

function byTotal(): Layout {
  return [
    ...common,
    ['total_traffic', ['total_traffic', 'total', 'totalTraffic']],
    ['used_traffic', ['used_traffic', 'used', 'usedTraffic']],
    ['active_date', ['active_date', 'activated', 'activeDate', 'openTime']],
    ['end_date', ['end_date', 'expires', 'expireTime']],
  ]
}

export const isFirm = (value: number): value is Firm => Object.hasOwn(layouts, value)

/**
 * Converts a lookup service's JSON to the answer of a firm; null where it contains no card. The card may be at the top
 * level or under `info`, `data` or `description`.
 */
export function simAnswerOf(firm: Firm, iccid: string, reply: unknown): SimAnswer | null {
  const record = cardIn(reply)
  if (!record) return null
  const card: SimCard = {}
  for (const [name, sources] of layouts[firm])
    card[name] = sources.map((source) => plain(record[source])).find((value) => value !== null) ?? null
  if (Object.values(card).every((value) => value === null)) return null
  card.iccid ??= iccid
  return { resultCode: '0', resultMsg: '', info: card, ...(firm !== 0 && { description: card }) }
}

/** Returns the lookup service's own reason for not giving a card; null where it gives none, or reports no failure. */
export function refusalIn(reply: unknown, refused: boolean): string | null {
  if (!isRecord(reply)) return null
  const code = plain(reply.resultCode ?? reply.code ?? reply.errcode)
  const failed = refused || reply.success === false || (code !== null && !GOOD.has(String(code)))
  const words = [
    reply.resultMsg,
    reply.msg,
    reply.message,
    reply.errmsg,
    reply.error_description,
    reply.description,
    reply.error,
  ]
    .map(plain)
    .find((text) => typeof text === 'string')
  return failed && words !== undefined ? String(words) : null
}

/** Success codes of such services. */
const GOOD: ReadonlySet<string> = new Set(['0', '200', '0000'])

function cardIn(reply: unknown): Record<string, unknown> | null {
  if (!isRecord(reply)) return null
  return [reply.info, reply.data, reply.description].find(isRecord) ?? reply
}

const plain = (value: unknown): string | number | null =>
  typeof value === 'number' && Number.isFinite(value)
    ? value
    : typeof value === 'string' && value.trim() !== ''
      ? value.trim().slice(0, 200)
      : null
