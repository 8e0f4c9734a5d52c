import type { FastifyInstance } from 'fastify'

/** The demo's stream plays three pieces of four seconds, which lie beside the console, round and round. */
const PIECES = 3
const PIECE_SECONDS = 4
/** Pieces a playlist names: what a player keeps ahead, and one more. */
const PLAYLIST_PIECES = 5

/** A camera of the demo: GET /demo/river.m3u8 is a live stream without an end, as a camera's would be. */
export function registerCamera(app: FastifyInstance): void {
  app.get('/demo/river.m3u8', (_request, reply) =>
    reply.type('application/vnd.apple.mpegurl').header('cache-control', 'no-cache').send(playlistAt(Date.now())),
  )
}

/** The HLS playlist at a time (epoch ms): the pieces that ended by then. Each round begins with a break, for its clock starts anew (RFC 8216, 4.3.2.3). */
export function playlistAt(now: number): string {
  const next = Math.floor(now / (PIECE_SECONDS * 1000))
  const first = next - PLAYLIST_PIECES
  const head = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${PIECE_SECONDS}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.ceil(first / PIECES)}`,
    '#EXT-X-MAP:URI="river-init.mp4"',
  ]
  const pieces = Array.from({ length: PLAYLIST_PIECES }, (_, i) => first + i).flatMap((number) => {
    const piece = number % PIECES
    return [...(piece === 0 ? ['#EXT-X-DISCONTINUITY'] : []), `#EXTINF:${PIECE_SECONDS}.0,`, `river-${piece}.m4s`]
  })
  return `${[...head, ...pieces].join('\n')}\n`
}
