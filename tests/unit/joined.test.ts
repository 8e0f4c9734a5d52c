import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadJoined } from '../../dataProvider/joined.ts'
import { menuLabels, resourceLabels } from '../../i18n/labels.ts'
import { extendResources } from '../../resources/extend.ts'
import { allResources, findResource, joinedResources } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { compareKeys, menu } from '../../resources/menu.ts'
import { permissionTree } from '../../resources/permissions.ts'
import { throwaway } from '../support/throwaway.ts'

const pump: Resource = {
  ...(throwaway as Resource),
  path: 'water/pump',
  api: 'pump',
  table: 'pump',
  menuKey: '12-1',
  group: { label: ['水务', '水務', 'Water'], icon: 'map' },
  access: { create: '12-1-2', edit: '12-1-10', delete: '12-1-3' },
}

afterEach(() => {
  extendResources([])
  vi.unstubAllGlobals()
})

describe('joined entities', () => {
  it('are in resources, menu, labels and permissions, and are removed when others join', () => {
    const [before, entries] = [allResources.length, menu.length]
    extendResources([pump])
    expect(findResource('water/pump')).toBe(pump)
    expect(joinedResources()).toEqual([pump])
    expect(menu.at(-1)).toMatchObject({
      key: '12',
      icon: 'map',
      label: ['水务', '水務', 'Water'],
      entries: [{ key: '12-1', path: '/water/pump' }],
    })
    expect(resourceLabels('zhEN')['water/pump']).toMatchObject({ name: 'Throwaways', fields: { day: 'Day' } })
    expect(menuLabels('zhTW')['12']).toBe('水務')
    expect(
      permissionTree()
        .find(({ key }) => key === '12')
        ?.children[0]?.children.map(({ key }) => key),
    ).toEqual(['12-1-2', '12-1-3', '12-1-10'])
    extendResources([{ ...pump, path: 'water/other' }])
    expect(findResource('water/pump')).toBeUndefined()
    extendResources([])
    expect([allResources.length, menu.length]).toEqual([before, entries])
  })

  it('are sorted by the numbers of their menu keys', () => {
    expect(['3-10', '3-9', '11', '3', '3-9-2'].toSorted(compareKeys)).toEqual(['3', '3-9', '3-9-2', '3-10', '11'])
  })
})

describe('permissionTree', () => {
  it('contains each grantable code once under its page, and no other code', () => {
    const tree = permissionTree()
    const keys = (permissions: ReturnType<typeof permissionTree>): string[] =>
      permissions.flatMap(({ key, children }) => [key, ...keys([...children])])
    expect(new Set(keys(tree)).size).toBe(keys(tree).length)
    expect(keys(tree)).toEqual(expect.arrayContaining(['1', '8', '9', '10', '3-3-8', '3-1-5']))
    expect(keys(tree)).not.toContain('3-1-2')
    for (const group of tree)
      for (const page of group.children)
        for (const button of page.children) expect(button.key.startsWith(`${page.key}-`)).toBe(true)
  })
})

describe('loadJoined', () => {
  const answers = (body: unknown, status = 200) =>
    vi.stubGlobal('fetch', async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))

  it('returns only valid definitions', async () => {
    answers({ code: 0, msg: '', data: [JSON.parse(JSON.stringify(pump)), { path: 'half' }, null] })
    expect((await loadJoined()).map(({ path }) => path)).toEqual(['water/pump'])
  })

  it.each<[string, unknown, number]>([
    ['a platform without this call', { code: 404, msg: 'no', data: null }, 404],
    ['an error response with HTTP 200', { code: 1, msg: 'no', data: null }, 200],
    ['an HTML page', '<html></html>', 200],
    ['data that is not a list', { code: 0, msg: '', data: { a: 1 } }, 200],
  ])('returns none for %s', async (_what, body, status) => {
    answers(body, status)
    expect(await loadJoined()).toEqual([])
  })

  it('sends no request when the platform says that there are none', async () => {
    const fetch = vi.fn()
    vi.stubGlobal('fetch', fetch)
    expect(await loadJoined(Promise.resolve(false))).toEqual([])
    expect(fetch).not.toHaveBeenCalled()
  })

  it('returns the last definitions when the platform does not respond', async () => {
    const stored = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
    answers({ code: 0, msg: '', data: [pump] })
    await loadJoined()
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('away')))
    expect((await loadJoined()).map(({ path }) => path)).toEqual(['water/pump'])
    answers({ code: 0, msg: '', data: [] })
    expect(await loadJoined()).toEqual([])
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('away')))
    expect(await loadJoined()).toEqual([])
  })
})
