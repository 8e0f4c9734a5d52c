import { call, WireError } from '../dataProvider/http.ts'
import { parseIds, parseKeys, type Caller } from '../resources/kit/access.ts'
import { unwrap } from '../resources/kit/wrapped.ts'
import { clearSession } from './session.ts'

/** The current user: what access decisions are based on, and what the shell shows. */
export interface Me {
  caller: Caller
  username: string
  nickname: string
  userToken: string
  /** Another user set the password: it must be changed before anything else. */
  mustChangePassword: boolean
  /** Signed in as a wall screen: the platform answers only the calls of the big screen. */
  wall: boolean
}

/** The answer of GET godbMyInfo. Other platforms may leave fields out. */
interface MyInfo {
  id: number
  username?: string
  nickname?: string
  super_id?: number
  menu_control?: unknown
  user_token?: string
  project_id?: number | null
  typemap?: unknown
  distr_map?: unknown
  changepassword?: number
  wall?: number
}

/**
 * Returns the current user; asks once and caches the answer. A refusal clears the stored session silently (spec 1 §2.1)
 * and is rethrown; if the platform does not answer or is temporarily unavailable, the session stays.
 */
export function loadMe(): Promise<Me> {
  loading ??= askMe().catch(forget)
  return loading
}

/** Asks the platform for the current user, without the cache. */
export const askMe = (): Promise<Me> => call<MyInfo>('GET', 'godbMyInfo', { ofSignIn: true }).then(toMe)

/** Clears the cache: the user or the password has changed. */
export function forgetMe(): void {
  loading = null
}

/**
 * Whether a failure of loadMe means that the user is no longer signed in: any refusal in the envelope that concerns the
 * caller and not the state of the platform.
 */
export const isSignedOut = (failure: unknown): boolean =>
  failure instanceof WireError &&
  (failure.status === 401 ||
    (failure.body.code !== null &&
      failure.status >= 400 &&
      failure.status < 500 &&
      !TRANSIENT_STATUSES.has(failure.status)))

/** Time-out, too early, too many requests. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429])

export function toMe(info: MyInfo): Me {
  const username = String(info.username ?? '')
  return {
    caller: {
      id: Number(info.id),
      super_id: Number(info.super_id ?? 0),
      project_id: info.project_id ? Number(info.project_id) : null,
      keys: parseKeys(unwrap(info.menu_control)),
      districts: parseIds(unwrap(info.distr_map)),
      types: parseIds(unwrap(info.typemap)),
    },
    username,
    nickname: info.nickname || username,
    userToken: String(info.user_token ?? ''),
    mustChangePassword: Number(info.changepassword ?? 0) === 1,
    wall: Number(info.wall ?? 0) === 1,
  }
}

let loading: Promise<Me> | null = null

function forget(failure: unknown): never {
  loading = null
  if (isSignedOut(failure)) clearSession()
  throw failure
}
