import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** What an ETag has between its quotes: a hash of what is answered, the same in every process. */
export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

/** An ETag of what may be compressed on its way: weak, since its bytes differ then. */
export const weakTag = (version: string): string => `W/"${version}"`

/**
 * Whether who asks has the answer already: `If-None-Match` is `*`, or a list with its ETag in it. Tags are compared weakly, whether `W/` stands before them or not
 * (RFC 9110, 13.1.2).
 *
 * @param etag the header's value, with its quotes
 */
export function isHeld({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const asked = headers['if-none-match']?.trim() ?? ''
  return asked === '*' || asked.match(TAGS)?.includes(etag.replace(/^W\//, '')) === true
}

/** Tags in their quotes, between which a comma may stand as well. */
const TAGS = /"[^"]*"/g
