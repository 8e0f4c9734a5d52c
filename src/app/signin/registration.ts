import type { Registration } from '../../../authProvider/signUp.ts'
import { rules, type Problem } from '../../../resources/kit/rules.ts'

const required: Problem = { key: 'error.rule.required' }

/**
 * Returns the problems of a registration, by field (spec 1 §5). The phone is required although the spec calls it
 * optional, because the required code is sent to it. `min`: minimum length of the password.
 */
export function registrationProblems(
  { username, password, email, phone, code }: Registration,
  min: number,
): Partial<Record<keyof Registration, Problem>> {
  const found: Record<keyof Registration, Problem | null> = {
    username: username.trim() === '' ? required : rules.special(username.trim()),
    password:
      password === '' ? required : [...password].length < min ? { key: 'register.length', args: { min } } : null,
    email: email.trim() === '' ? null : rules.email(email.trim()),
    phone: phone.trim() === '' ? required : rules.phone(phone.trim()),
    code: code.trim() === '' ? required : null,
  }
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [keyof Registration, Problem] => entry[1] !== null),
  )
}

/** Whether a code can be sent to this number. */
export const isPhone = (phone: string): boolean => rules.phone(phone.trim()) === null
