import type { Label } from './define.ts'
import { compileExpression } from './expression.ts'
import { rruleProblem } from './maintenance/repeat.ts'
import { alarmResultTexts } from './alarmResults.ts'
import { dutyTexts } from './duty/record.ts'
import { ruleTexts } from './rule/record.ts'
import { scopeProblem } from './rule/scope.ts'

/** Arguments of a message; a label becomes its text in the user's language. */
export type Args = Readonly<Record<string, string | number | Label>>

/** A message in the user's language: a key of the message catalogues with its arguments. */
export interface Message {
  key: string
  args?: Args
}

/** What is wrong with a value; most keys are `error.*`. */
export type Problem = Message

/**
 * The names that a virtual device's script may use: the rule's value, the hour of the day, and the base and random part
 * of that hour.
 */
export const SHADOW_NAMES: readonly string[] = ['value', 'hour', 'base', 'random']

/**
 * The shared validators of spec 1 §5 and spec 2 §5. Each is pure, and the same function in the form, in the CSV preview
 * and on the server. They are only called for non-empty text: whether a value may be missing is decided by the field's
 * `required`.
 */
export const rules = {
  /** Letters, digits, space, brackets, underscore, dot, apostrophe, hyphen, circled numbers, Chinese characters. */
  special: pattern(/^[\p{Script=Han}A-Za-z0-9 ()（）[\]【】_.'’·\-\u2460-\u2473]+$/u, 'error.rule.special'),
  alnum: pattern(/^[A-Za-z0-9]+$/, 'error.rule.alnum'),
  digits: pattern(/^[0-9]+$/, 'error.rule.digits'),
  /** Digits with dot and minus. */
  number: pattern(/^-?\d+(\.\d+)?$/, 'error.rule.number'),
  positiveInt: pattern(/^[1-9]\d*$/, 'error.rule.positiveInt'),
  /** Mainland mobile number. */
  phone: pattern(/^1[3-9]\d{9}$/, 'error.rule.phone'),
  email: pattern(/^[A-Za-z0-9_.-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,6}$/, 'error.rule.email'),
  /** Comma-joined numbers. */
  numberList: pattern(/^\d+(,\d+)*$/, 'error.rule.numberList'),
  /** Numbers of any sign, separated by commas. */
  numbers: pattern(/^\s*-?\d+(\.\d+)?(\s*[,，;；]\s*-?\d+(\.\d+)?)*\s*$/, 'error.rule.numbers'),
  /** The address of a stream or a picture: a web address, or the path of an upload. */
  media: (text: string): Problem | null =>
    /^\/(upload|demo)\/[\w.-]+$/.test(text) || isWebAddress(text) ? null : { key: 'error.rule.media' },
  url: (text: string): Problem | null => (isWebAddress(text) ? null : { key: 'error.rule.url' }),
  /** Target of a northbound interface: a web address, or a host and port to connect to. */
  pushTarget: (text: string): Problem | null =>
    isWebAddress(text) || isSocketAddress(text) ? null : { key: 'error.rule.pushTarget' },
  /** JSON of a threshold: several limits, further conditions, weekly schedule, scope (rule/). */
  ...ruleTexts,
  ruleScope: scopeProblem,
  /** A recurrence by days (RFC 5545). */
  rrule: rruleProblem,
  /** A time of the day, exceptions of a roster, steps of an escalation (duty/). */
  ...dutyTexts,
  /** Results that a project defines for closing alarms (alarmResults.ts). */
  ...alarmResultTexts,
  /** A display script: an expression over `value` (expression.ts). */
  expression: expressionOf(['value'], 'error.rule.expression'),
  /** The script of a virtual device. */
  shadowExpression: expressionOf(SHADOW_NAMES, 'error.rule.shadowExpression'),
} satisfies Record<string, (text: string) => Problem | null>

export type RuleName = keyof typeof rules

function pattern(expression: RegExp, key: string) {
  return (text: string): Problem | null => (expression.test(text) ? null : { key })
}

function expressionOf(names: readonly string[], key: string) {
  return (text: string): Problem | null => {
    try {
      compileExpression(text, names)
      return null
    } catch {
      return { key }
    }
  }
}

function isWebAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

function isSocketAddress(text: string): boolean {
  try {
    const { protocol, hostname, port, pathname } = new URL(text)
    return ['tcp:', 'tls:'].includes(protocol) && hostname !== '' && Number(port) > 0 && pathname.length <= 1
  } catch {
    return false
  }
}
