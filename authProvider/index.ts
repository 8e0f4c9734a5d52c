import { mayOpen, mayUse, type Caller } from '../resources/kit/access.ts'
import { findResource } from '../resources/index.ts'
import { menu } from '../resources/menu.ts'
import type { Action } from '../resources/kit/define.ts'
import { signedInAgain } from './again.ts'
import { forgetCapabilities } from './capabilities.ts'
import { endPush } from './endPush.ts'
import { forgetMe, loadMe } from './me.ts'
import { readSession } from './session.ts'
import { signOut } from './signOut.ts'

/**
 * react-admin's auth provider, based on the stored session and on my-info. The user signs in before react-admin is
 * loaded, and again over the page when the session has ended: the transport waits for that, so no failed call ever
 * signs the user out.
 *
 * `leave` shows the sign-in page, so react-admin must not navigate by itself. `beforeLeave` is called first: from then
 * on an ended session is expected.
 */
export function createAuthProvider(leave: () => void, beforeLeave: () => void = () => {}) {
  return {
    login: () => Promise.resolve(),
    logout: async (): Promise<false> => {
      beforeLeave()
      await endPush()
      if (readSession()) await signOut()
      forgetMe()
      forgetCapabilities()
      leave()
      return false
    },
    checkAuth: async (): Promise<void> => {
      if (!readSession() && !(await signedInAgain(null))) throw new Error('error.signedOut')
    },
    checkError: () => Promise.resolve(),
    getIdentity: async () => {
      const { caller, nickname } = await loadMe()
      return { id: caller.id, fullName: nickname }
    },
    getPermissions: async (): Promise<Caller> => (await loadMe()).caller,
    canAccess: async ({ resource, action }: { resource: string; action: string }): Promise<boolean> =>
      mayAct((await loadMe()).caller, resource, action),
  }
}

/**
 * Whether a caller may perform react-admin's `action` on a resource, or open a page by its path or a path below it.
 * Unknown names are refused.
 */
export function mayAct(caller: Caller, name: string, action: string): boolean {
  const resource = findResource(name)
  if (resource) return mayUse(caller, resource, READS.has(action) ? 'list' : (action as Action))
  const page = menu
    .flatMap(({ entries }) => entries)
    .find(({ path }) => path === `/${name}` || `/${name}`.startsWith(`${path}/`))
  return page ? mayOpen(caller, page.key) : false
}

/** react-admin's names for reading. */
const READS = new Set(['list', 'show', 'export'])
