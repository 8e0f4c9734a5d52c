import { user } from '../../resources/user.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { isAnnounced } from '../http.ts'
import type { FirstPassword } from './newPassword.ts'

/**
 * Creates a new user's first password here, for platforms that do not create one themselves (extension `credential`);
 * null if the platform does, and for resources other than users. The code is loaded on demand: few platforms need it.
 */
export async function firstPasswordOf(resource: Resource): Promise<FirstPassword | null> {
  if (resource.path !== user.path || (await isAnnounced('credential'))) return null
  const { newPassword } = await import('./newPassword.ts')
  return newPassword()
}
