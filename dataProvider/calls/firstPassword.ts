import { user } from '../../resources/user.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { announces } from '../http.ts'
import type { FirstPassword } from './newPassword.ts'

/**
 * A new user's first password, made up here for platforms that do not make one themselves (extension `credential`); null where the platform does, and for what is no
 * user. Its code is loaded then: few platforms need it.
 */
export async function firstPasswordOf(resource: Resource): Promise<FirstPassword | null> {
  if (resource.path !== user.path || (await announces('credential'))) return null
  const { newPassword } = await import('./newPassword.ts')
  return newPassword()
}
