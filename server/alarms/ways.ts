import type { Problem } from '../../resources/kit/rules.ts'
import { SEND_TYPE } from '../send/types.ts'
import type { Rule } from './rules.ts'
import { contactProblem } from './untold.ts'

/** Where a contact is reached; null or '': not by that way. */
interface Addresses {
  phone: string | null
  email: string | null
  wechat: string | null
}

/** A way to a contact. */
export interface Way {
  /** As `alarm_type` of the send log. */
  type: number
  address: (contact: Addresses) => string | null
  /** Ids of the contacts whom a rule tells by it. */
  of: (rule: Pick<Rule, 'phones' | 'wechats' | 'emails'>) => readonly number[]
}

/** All ways to a contact, the first that is tried first. */
export const WAYS: readonly Way[] = [
  { type: SEND_TYPE.sms, address: ({ phone }) => phone, of: ({ phones }) => phones },
  { type: SEND_TYPE.wechat, address: ({ wechat }) => wechat, of: ({ wechats }) => wechats },
  { type: SEND_TYPE.email, address: ({ email }) => email, of: ({ emails }) => emails },
]

/** Whether a rule tells anybody: a contact by some way, or a channel. */
export const tellsAnybody = (rule: Pick<Rule, 'phones' | 'wechats' | 'emails' | 'channels'>): boolean =>
  rule.channels.length > 0 || WAYS.some((way) => way.of(rule).length > 0)

export const NO_ADDRESS: Problem = { key: 'error.alarm.noAddress' }

/** Why a contact is not told by a way of what belongs to a project; null: it is. */
export const wayProblem = (
  contact: (Addresses & { project_id: number | null }) | null | undefined,
  project: number,
  { address }: Way,
): Problem | null =>
  contactProblem(contact, project) ?? (contact && (address(contact) ?? '') !== '' ? null : NO_ADDRESS)
