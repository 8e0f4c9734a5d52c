import { describe, expect, it } from 'vitest'
import { sourceOf } from '../../src/monitor/video/source.ts'
import { policy } from '../../server/http/headers.ts'
import { sourcesOf, takingTurns } from '../../server/routes/videoSources.ts'
import { readSettings } from '../../server/settings.ts'

const none = { liveUrl: null, tileUrl: null, pmtiles: null }
const video = (video_url: string | null, video_type = 0) => ({ video_url, video_type })
const directive = (text: string, name: string): string => text.split('; ').find((part) => part.startsWith(name)) ?? ''

describe('video sources in the CSP', () => {
  it('are the hosts of the stored videos, in the directive of their kind', () => {
    const stored = [
      video('https://cam.example:8443/a/1.M3U8?token=x'),
      video('https://cam.example:8443/2.m3u8'),
      video('http://files.example/x.mp4'),
      video('https://pictures.example/a.png'),
      video('https://shots.example/shot', 1),
      video('https://snap.example/now.webp'),
      video('/upload/a.png', 1),
    ]
    const text = policy(none, sourcesOf(stored))
    expect(directive(text, 'connect-src')).toBe("connect-src 'self' https://cam.example:8443")
    expect(directive(text, 'media-src')).toBe("media-src 'self' blob: https://cam.example:8443 http://files.example")
    expect(directive(text, 'img-src')).toBe(
      "img-src 'self' data: blob: https://pictures.example https://shots.example https://snap.example",
    )
    expect(directive(text, 'script-src')).toBe("script-src 'self'")
  })

  it('never include all hosts and inject no directive', () => {
    const hostile = [
      'https://*/a.m3u8',
      'https://*.com/a.m3u8',
      "https://a;script-src 'unsafe-inline'/a.m3u8",
      'https://a;img-src/a.m3u8',
      'https://a,b/a.m3u8',
      'javascript:alert(1)',
      'data:video/mp4,x',
      'rtsp://cam/1',
      'nonsense',
      '',
      null,
      `https://${'a'.repeat(200)}.example/1.m3u8`,
    ]
    expect(policy(none, sourcesOf(hostile.map((url) => video(url))))).toBe(policy(none))
  })

  it('are limited to 60', () => {
    const { streams } = sourcesOf(Array.from({ length: 500 }, (_, at) => video(`https://cam${at}.example/1.m3u8`)))
    expect(streams).toHaveLength(60)
  })

  it('include some of each project when limited', () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ ...video(`https://cam${at}.example/1.m3u8`), project: 1 }))
    const { streams } = sourcesOf(takingTurns([...many, { ...video('https://other.example/1.m3u8'), project: 2 }]))
    expect(streams).toHaveLength(60)
    expect(streams).toContain('https://other.example')
  })

  it('include VIDEO_HOSTS, which accepts only origins', () => {
    const { videoHosts } = readSettings({ VIDEO_HOSTS: 'https://parts.example:8443, https://*.cdn.example' }, null)
    expect(directive(policy({ ...none, videoHosts }), 'connect-src')).toBe(
      "connect-src 'self' https://parts.example:8443 https://*.cdn.example",
    )
    for (const bad of ['*', 'https://*', 'cam.example', 'https://a.example/path', 'https://a;script-src'])
      expect(() => readSettings({ VIDEO_HOSTS: bad }, null)).toThrow(/VIDEO_HOSTS/)
  })
})

describe('sourceOf', () => {
  const at = (url: string, type = 0, page = 'http://console.example/') => sourceOf({ url, type }, page)
  it('derives the kind from the file extension and the picture type', () => {
    expect(at('https://a.example/live.m3u8?x=1')).toEqual({
      kind: 'stream',
      address: 'https://a.example/live.m3u8?x=1',
    })
    expect(at('https://a.example/1.JPG')).toMatchObject({ kind: 'picture' })
    expect(at('/upload/a.png', 1)).toEqual({ kind: 'picture', address: 'http://console.example/upload/a.png' })
    expect(at('https://a.example/shot', 1)).toMatchObject({ kind: 'picture' })
    expect(at('https://a.example/anything')).toMatchObject({ kind: 'file' })
  })
  it('returns none for an address that the browser cannot play, and for mixed content', () => {
    for (const url of ['rtsp://cam/1', 'javascript:alert(1)', 'data:text/html,x', 'https://'])
      expect(at(url)).toEqual({ kind: 'none', reason: 'address' })
    expect(at('http://cam.example/1.m3u8', 0, 'https://console.example/')).toEqual({ kind: 'none', reason: 'mixed' })
  })
})
