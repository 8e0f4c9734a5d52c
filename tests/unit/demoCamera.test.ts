import { describe, expect, it } from 'vitest'
import { playlistAt } from '../../server/demo/camera.ts'

/** Numbers of the segments, each with whether a discontinuity precedes it. */
function read(text: string) {
  const [, sequence] = /MEDIA-SEQUENCE:(\d+)/.exec(text) ?? []
  const [, breaks] = /DISCONTINUITY-SEQUENCE:(\d+)/.exec(text) ?? []
  const pieces = [...text.matchAll(/(#EXT-X-DISCONTINUITY\n)?#EXTINF:4\.0,\n(river-\d\.m4s)/g)].map(
    ([, gap, uri], i) => ({ number: Number(sequence) + i, breaks: gap !== undefined, uri }),
  )
  return { breaks: Number(breaks), pieces }
}

describe('demo camera', () => {
  it('plays without gaps: segments keep their number and discontinuity across playlists', () => {
    const seen = new Map<number, { uri: string | undefined; round: number }>()
    for (let at = 0; at < 20; at++) {
      const { breaks, pieces } = read(playlistAt(1_795_000_000_000 + at * 2000))
      expect(pieces).toHaveLength(5)
      let round = breaks
      for (const piece of pieces) {
        if (piece.breaks) round++
        const before = seen.get(piece.number)
        expect(before ?? { uri: piece.uri, round }).toEqual({ uri: piece.uri, round })
        seen.set(piece.number, { uri: piece.uri, round })
      }
    }
    const numbers = [...seen.keys()]
    expect(numbers).toEqual(Array.from(numbers, (_, i) => (numbers[0] ?? 0) + i))
  })
})
