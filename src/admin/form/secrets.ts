import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'

/**
 * Secrets that a platform shows once, in the answer that created them: a telemetry credential (wire.md, Settings), a
 * first password.
 */
const SECRETS = ['credential', 'first_password'] as const

export interface Secret {
  name: (typeof SECRETS)[number]
  value: string
}

/** Returns the secrets in an answer; a field of the definition does not count. */
export function secretsIn(resource: Resource, answer: Values): Secret[] {
  return SECRETS.flatMap((name) => {
    const value = answer[name]
    return typeof value === 'string' && value !== '' && !(name in resource.fields) ? [{ name, value }] : []
  })
}
