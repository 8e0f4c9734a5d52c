import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Returns the content of an ETag: a hash of what is answered, the same in every process. */
export const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

/** Returns the ETag of an answer that may be compressed on its way: a weak one, since compression changes its bytes. */
export const weakTag = (version: string): string => `W/"${version}"`

/**
 * Whether the client has the answer already: `If-None-Match` is `*`, or a list that contains its ETag. Tags are
 * compared weakly, with or without `W/` (RFC 9110, 13.1.2).
 *
 * @param etag the header's value, with its quotes
 */
export function isHeld({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const asked = headers['if-none-match']?.trim() ?? ''
  return asked === '*' || asked.match(TAGS)?.includes(etag.replace(/^W\//, '')) === true
}

/** Tags with their quotes; a tag may contain a comma. */
const TAGS = /"[^"]*"/g
