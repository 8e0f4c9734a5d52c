import md5 from 'md5'

/** A new user's first password: the text, shown once to the user who created the account, and its hash for the wire. */
export interface FirstPassword {
  text: string
  md5: string
}

/** Creates a random first password. */
export function newPassword(): FirstPassword {
  const text = randomPassword()
  return { text, md5: md5(text) }
}

/** The password is read from a screen and typed once: no letters that look alike; over 59 bits. */
function randomPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8 * LENGTH))
  // Rejection sampling: bytes beyond the last full cycle of the alphabet would make its first letters likelier.
  return Array.from(
    bytes.filter((byte) => byte < 256 - (256 % LETTERS.length)).slice(0, LENGTH),
    (byte) => LETTERS[byte % LETTERS.length],
  ).join('')
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 12
