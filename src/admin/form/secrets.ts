import type { Resource } from '../../../resources/kit/define.ts'
import type { Values } from '../../../resources/kit/validate.ts'

/** What a platform shows once, in the answer that made it: a telemetry credential (wire.md, Settings), a first password. */
const SECRETS = ['credential', 'first_password'] as const

export interface Secret {
  name: (typeof SECRETS)[number]
  value: string
}

/** The secrets in an answer; a field of the definition is none. */
export function secretsIn(resource: Resource, answer: Values): Secret[] {
  return SECRETS.flatMap((name) => {
    const value = answer[name]
    return typeof value === 'string' && value !== '' && !(name in resource.fields) ? [{ name, value }] : []
  })
}
