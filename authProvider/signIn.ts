import md5 from 'md5'
import { call } from '../dataProvider/http.ts'
import { saveSession } from './session.ts'

/** Address of a new captcha image; the random number prevents caching. */
export const captchaUrl = (): string => `/v1/captcha?v=${Math.random().toString(36).slice(2)}`

export interface Credentials {
  username: string
  /** As typed; only its MD5 travels (wire.md, Sign-in). */
  password: string
  captcha: string
}

/**
 * Signs in and stores the session.
 *
 * @throws WireError with the server's sentence
 */
export async function signIn({ username, password, captcha }: Credentials): Promise<void> {
  const answer = await call<{ token: string; superid?: number }>('POST', 'godbSystemuserlogin', {
    body: { username, password: md5(password), captcha },
    ofSignIn: true,
  })
  saveSession({ token: answer.token, superId: Number(answer.superid ?? 0) })
}

/**
 * Changes a password: the user's own with the old password, another user's with the editor's own password (wire.md,
 * Sign-in).
 *
 * @param endpoint the push subscription of this browser, which stays if the user changes their own password; all other
 * subscriptions of that user end
 */
export const changePassword = (userId: number, own: string, next: string, endpoint?: string): Promise<null> =>
  call('PUT', 'godbSystemuserPassword', {
    body: { user_id: userId, my_passwd: md5(own), user_passwd: md5(next), endpoint },
    // The first password is chosen while signing in.
    ofSignIn: true,
  })
