import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { productName } from '../../i18n/language.ts'

const file = (path: string): Buffer => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))
const text = (path: string): string => file(path).toString()

const worker = text('public/sw.js')
const kept = ['public/offline.html', 'public/offline.css', 'public/offline.js']

describe('offline page', () => {
  it('has a cache revision that is the hash of its files', () => {
    const hash = createHash('sha256')
    for (const path of kept) hash.update(file(path))
    expect(/REVISION = '(\w+)'/.exec(worker)?.[1]).toBe(hash.digest('hex').slice(0, 12))
  })

  it('consists of exactly the files that the service worker caches', () => {
    const named = [...worker.matchAll(/'(\/[^']+)'/g)].map((match) => `public${match[1]}`)
    expect(new Set(named)).toEqual(new Set(kept))
    expect(worker).not.toMatch(/cache\.put|\.add\(/)
  })

  it('is written in three languages, without inline scripts or styles', () => {
    const page = text('public/offline.html')
    expect([...page.matchAll(/<section lang="([^"]+)"/g)].map((match) => match[1])).toEqual(['zh-CN', 'zh-TW', 'en'])
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/)
  })

  it('uses the colours of the console', () => {
    const tokens = text('src/kit/theme/tokens.css')
    for (const [, name, colour] of text('public/offline.css').matchAll(/--(canvas|text|text2|primary|focus): (#\w+);/g))
      expect(tokens).toContain(`--${name}: ${colour};`)
  })
})

describe('web app manifest', () => {
  const manifest = JSON.parse(text('public/manifest.webmanifest')) as {
    icons: { src: string; sizes: string; type: string; purpose: string }[]
    start_url: string
    scope: string
  }

  it('names existing icons with their actual sizes, one of them maskable', () => {
    for (const { src, sizes, type } of manifest.icons) {
      const bytes = file(`public${src}`)
      if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
    }
    expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  })

  it('is linked in index.html and has start_url and scope /', () => {
    expect(text('index.html')).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
    expect([manifest.start_url, manifest.scope]).toEqual(['/', '/'])
  })

  it.each([
    ['zhTW', 'zh-TW'],
    ['zhEN', 'en'],
  ] as const)('in %s differs only in language, names and description', (language, lang) => {
    const other = JSON.parse(text(`public/manifest-${language}.webmanifest`)) as typeof manifest
    expect(other).toMatchObject({
      ...manifest,
      lang,
      name: productName[language],
      short_name: expect.any(String),
      description: expect.any(String),
    })
    expect(other).not.toMatchObject({ description: (manifest as unknown as { description: string }).description })
    expect(text('i18n/language.ts')).toContain(`'/manifest-${language}.webmanifest'`)
  })
})
