/**
 * Masks the secrets in every URL of a text: the password before the host, values of parameters whose name or content
 * looks like a secret, and parts of the path that look like one (web hooks have no other secret). The rest of the URL
 * stays, to show where it leads.
 */
export const withoutSecrets = (text: string): string => (text.includes('://') ? text.replaceAll(ADDRESS, masked) : text)

const MASK = '******'
/**
 * The length of the scheme is limited: otherwise a text of letters alone would be scanned again from each of its
 * letters. 100,000 of them, as JSON fields take, would block the process for many seconds.
 */
const ADDRESS = /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>\\]+/gi
const CALLED = /to?ke?n|key|secret|sign|pass|pwd|auth|cred|session|ticket|code|sig$|hash|jwt|^ak$|^sk$|^p$|^t$/i
/** Long and made of letters and digits, so it is no word. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])[\w~.+=-]{16,}$/i

function masked(address: string): string {
  const [, scheme = '', authority = '', path = '', rest = ''] =
    /^([^:]*:\/\/)([^/?#]*)([^?#]*)(.*)$/s.exec(address) ?? []
  const at = authority.lastIndexOf('@')
  const user = authority.slice(0, Math.max(at, 0))
  const colon = user.indexOf(':')
  // Without a password, the user name before the host may itself be a key.
  const host = at < 0 ? authority : `${colon < 0 ? MASK : `${user.slice(0, colon)}:${MASK}`}${authority.slice(at)}`
  const parts = path.replaceAll(/[^/]+/g, (part) =>
    RANDOM.test(part) && !/\.[a-z0-9]{2,5}$/i.test(part) ? MASK : part,
  )
  const parameters = rest.replaceAll(
    /([?&#;])([^=&#;]*)=([^&#;]*)/g,
    (whole, before: string, name: string, value: string) =>
      value !== '' && (CALLED.test(name) || RANDOM.test(value)) ? `${before}${name}=${MASK}` : whole,
  )
  return `${scheme}${host}${parts}${parameters}`
}
