import type { SendOutcome } from '../../north/send.ts'

/**
 * Whether another attempt would have the same outcome: a refusal (4xx other than 408 and 429), a private address, or a
 * scheme that is not allowed. A receiver that is unreachable, busy or broken may take the message later.
 */
export function isFinal({ key, args }: Pick<SendOutcome, 'key' | 'args'>): boolean {
  const status = Number(args['status'])
  return (
    key === 'error.north.private' ||
    key === 'error.north.scheme' ||
    (key === 'error.north.status' && status >= 400 && status < 500 && status !== 408 && status !== 429)
  )
}

/** Returns an outcome as a short word that is the same in every language: `HTTP 503`, `ECONNREFUSED`, `timeout`. */
export function shortReason({ key, args }: Pick<SendOutcome, 'key' | 'args'>): string {
  if (key === 'error.north.status') return `HTTP ${args['status']}`
  return String(args['code'] ?? key.slice(key.lastIndexOf('.') + 1))
}
