/**
 * A text with what opens something masked in every address it holds: the password before a host, the values of parameters that are called like a secret
 * or look like one, and parts of a path that look like one (of web hooks, which have no other). The rest of an address says where it leads.
 */
export const withoutSecrets = (text: string): string => (text.includes('://') ? text.replaceAll(ADDRESS, masked) : text)

const MASK = '******'
/**
 * No scheme is longer. Without an end a text of letters alone would be walked through from each of them: 100,000 of them, as JSON fields take, hold
 * the process up for many seconds.
 */
const ADDRESS = /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>\\]+/gi
const CALLED = /to?ke?n|key|secret|sign|pass|pwd|auth|cred|session|ticket|code|sig$|hash|jwt|^ak$|^sk$|^p$|^t$/i
/** Long, of letters and digits mixed: nobody reads it, so it is no word. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])[\w~.+=-]{16,}$/i

function masked(address: string): string {
  const [, scheme = '', authority = '', path = '', rest = ''] =
    /^([^:]*:\/\/)([^/?#]*)([^?#]*)(.*)$/s.exec(address) ?? []
  const at = authority.lastIndexOf('@')
  const user = authority.slice(0, Math.max(at, 0))
  const colon = user.indexOf(':')
  // Without a password the name before the host may be a key of its own.
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
