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
 * Has a code sent to a phone. Throws WireError with the server's sentence, also while the last one is younger than 60 s.
 *
 * @param captcha what stands in the captcha's image, where the platform asks for it here too
 */
export const sendCode = (phone: string, captcha: string | null): Promise<null> =>
  call('GET', 'getVerificationCode', { query: { phone, captcha } })

/** Makes an account, which can do nothing until an administrator grants something. Throws WireError with problems by the wire's names. */
export const signUp = ({ username, password, email, phone, code }: Registration): Promise<null> =>
  call('POST', 'RegisterSystemuser', { body: { name: username, pass: md5(password), phonecode: code, phone, email } })

/** The wire's names of the fields, as problems come back by them. */
export const fieldOfWire: Readonly<Record<string, keyof Registration>> = {
  name: 'username',
  pass: 'password',
  email: 'email',
  phone: 'phone',
  phonecode: 'code',
}
