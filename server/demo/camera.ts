import type { FastifyInstance } from 'fastify'

/** The demo's stream repeats three pieces of four seconds, which are files of the console. */
const PIECES = 3
const PIECE_SECONDS = 4
/** Pieces that a playlist names: as many as a player buffers, and one more. */
const PLAYLIST_PIECES = 5

/** Registers a camera of the demo: GET /demo/river.m3u8 is an endless live stream, like that of a real camera. */
export function registerCamera(app: FastifyInstance): void {
  app.get('/demo/river.m3u8', (_request, reply) =>
    reply.type('application/vnd.apple.mpegurl').header('cache-control', 'no-cache').send(playlistAt(Date.now())),
  )
}

/**
 * Returns the HLS playlist at a time (epoch ms): the pieces that had ended by then. Each round begins with a
 * discontinuity, since its clock starts anew (RFC 8216, 4.3.2.3).
 */
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
