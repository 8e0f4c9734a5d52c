import type { Problem } from '../../resources/kit/rules.ts'
import { SEND_TYPE } from '../send/types.ts'
import type { Rule } from './rules.ts'
import { contactProblem } from './unsentRow.ts'

/** Addresses of a contact; null or '': not reachable by that way. */
interface Addresses {
  phone: string | null
  email: string | null
  wechat: string | null
}

/** A way to a contact. */
export interface Way {
  /** Value of `alarm_type` in the send log. */
  type: number
  address: (contact: Addresses) => string | null
  /** Ids of the contacts whom a rule tells by this way. */
  of: (rule: Pick<Rule, 'phones' | 'wechats' | 'emails'>) => readonly number[]
}

/** All ways to a contact, in the order in which they are tried. */
export const WAYS: readonly Way[] = [
  { type: SEND_TYPE.sms, address: ({ phone }) => phone, of: ({ phones }) => phones },
  { type: SEND_TYPE.wechat, address: ({ wechat }) => wechat, of: ({ wechats }) => wechats },
  { type: SEND_TYPE.email, address: ({ email }) => email, of: ({ emails }) => emails },
]

/** Whether a rule tells any contact or channel. */
export const hasRecipients = (rule: Pick<Rule, 'phones' | 'wechats' | 'emails' | 'channels'>): boolean =>
  rule.channels.length > 0 || WAYS.some((way) => way.of(rule).length > 0)

export const NO_ADDRESS: Problem = { key: 'error.alarm.noAddress' }

/** Returns why a contact is not told, by a way, of what belongs to a project; null: it is. */
export const wayProblem = (
  contact: (Addresses & { project_id: number | null }) | null | undefined,
  project: number,
  { address }: Way,
): Problem | null =>
  contactProblem(contact, project) ?? (contact && (address(contact) ?? '') !== '' ? null : NO_ADDRESS)
