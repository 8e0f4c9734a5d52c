import md5 from 'md5'
import { call } from '../dataProvider/http.ts'

export interface Registration {
  username: string
  /** As typed; only its MD5 travels (wire.md, Sign-in). */
  password: string
  email: string
  phone: string
  code: string
}

/**
 * Sends a code to a phone.
 *
 * @param captcha text of the captcha's image, if the platform asks for it here too
 * @throws WireError with the server's sentence, also while the last code is younger than 60 s
 */
export const sendCode = (phone: string, captcha: string | null): Promise<null> =>
  call('GET', 'getVerificationCode', { query: { phone, captcha } })

/**
 * Creates an account, which can do nothing until an administrator grants permissions.
 *
 * @throws WireError with problems by the wire's field names
 */
export const signUp = ({ username, password, email, phone, code }: Registration): Promise<null> =>
  call('POST', 'RegisterSystemuser', { body: { name: username, pass: md5(password), phonecode: code, phone, email } })

/** The form's field for each field name of the wire, by which problems are reported. */
export const fieldOfWire: Readonly<Record<string, keyof Registration>> = {
  name: 'username',
  pass: 'password',
  email: 'email',
  phone: 'phone',
  phonecode: 'code',
}
