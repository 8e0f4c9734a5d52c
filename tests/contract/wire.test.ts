import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadAbilityWords } from '../../i18n/abilities.ts'
import { LANGUAGES } from '../../i18n/types.ts'
import { ABOUT } from '../../server/openapi/about.ts'
import { extensions } from '../../resources/kit/extensions.ts'
import { lacking } from '../../src/app/account/platform.ts'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')

const sameAs = (names: readonly string[]) => (others: readonly string[]) =>
  others.toSorted().join() === names.toSorted().join()

const headings = [...read('docs/wire.md').matchAll(/^### (.+)$/gm)].map((match) => match[1] ?? '')

describe('docs/wire.md', () => {
  it.each([...extensions])('has a heading for the extension %s', (name) =>
    expect(headings.filter((heading) => heading === `\`${name}\``)).toHaveLength(1),
  )

  it('has only extensions with a name and a fallback text in three languages', async () => {
    for (const language of LANGUAGES) {
      const { names, without } = await loadAbilityWords(language)
      expect([Object.keys(names), Object.keys(without)], language).toEqual([
        expect.toSatisfy(sameAs(extensions)),
        expect.toSatisfy(sameAs(extensions)),
      ])
    }
    expect(lacking(new Set())).toEqual([...extensions])
  })

  it('has no heading for an unknown extension', () => {
    const named = headings.flatMap((heading) => [...heading.matchAll(/^`([a-z-]+)`$/g)].map((match) => match[1] ?? ''))
    expect(named.filter((name) => !extensions.some((known) => known === name))).toEqual([])
  })
})

/** Calls of plain /v1 that this platform answers as specified, without anything to add. */
const plain: ReadonlySet<string> = new Set([
  'getHelpJson',
  'getICCIDInfo',
  'getWxQrUserOpenId',
  'godbDatadictionaryByDataType',
  'godbDeviceAiByDeviceId',
  'godbDeviceBatchControlState',
  'godbDeviceName',
  'godbDeviceOnlineByIdOrCount',
  'godbGatewayById',
  'godbMyProject',
  'godbNodemapNodeInfoByType',
  'godbNorthDataListByInfoId',
])

/**
 * Whether the document names a call by its whole address (`/v1/episodes/{id}/tell`), as code or in a heading; calls of
 * the older form may stand by name alone.
 */
function stands(call: string, page: string): boolean {
  const path = call.replaceAll(/:\w+/g, '{}').replaceAll(/[.{}]/g, String.raw`\$&`)
  const [, alone] = /^((?:godb|get)[A-Z]\w*)(?:\/:\w+)*$/.exec(call) ?? []
  const ways = [path, ...(alone === undefined ? [] : [`${alone}(?=\`)`])].join('|')
  return new RegExp(String.raw`(?:/v1/|\`(?:[A-Z]+ )?|^### (?:.* )?)(?:${ways})(?![\w/{-])`, 'm').test(page)
}

it('server calls are plain /v1 calls or documented in docs/wire.md', () => {
  // Parameters count as equal under any name.
  const page = read('docs/wire.md').replaceAll(/\{\w+\}|<\w+>/g, '{}')
  const sources = readdirSync(fileURLToPath(new URL('../../server', import.meta.url)), {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => name.endsWith('.ts'))
  const calls = new Set(
    sources.flatMap((name) =>
      [...read(`server/${name}`).matchAll(/'\/v1\/([\w.:-]+(?:\/[\w.:-]+)*)'/g)].map(([, call]) => call ?? ''),
    ),
  )
  expect(calls.size).toBeGreaterThan(100)
  expect([...calls].filter((call) => !plain.has(call.replace(/\/.*/, '')) && !stands(call, page))).toEqual([])
})

it('search for a call in docs/wire.md matches its complete path, not a single word of it', () => {
  const page = '### GET captcha, getQr/{}\n`GET /v1/episodes/{}/tell` of an outbox renews `godbThing`.'
  for (const call of ['captcha', 'getQr/:of', 'episodes/:id/tell', 'godbThing', 'godbThing/:id'])
    expect(stands(call, page), call).toBe(true)
  for (const call of ['outbox', 'renew', 'episodes', 'episodes/:id', 'tell', 'getQr', 'godbThing/:id/more'])
    expect(stands(call, page), call).toBe(false)
})

it('ABOUT.version is the version of package.json and the newest one of the changelog', () => {
  expect(ABOUT.version).toBe((JSON.parse(read('package.json')) as { version: string }).version)
  expect(/^## (\d\S*)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(ABOUT.version)
})
