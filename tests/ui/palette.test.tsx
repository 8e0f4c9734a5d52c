// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CoreAdminContext } from 'react-admin'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toMe } from '../../authProvider/me.ts'
import { createI18nProvider } from '../../i18n/index.ts'
import { match, searchable, queryCharacters } from '../../src/app/palette/match.ts'
import { PaletteButton } from '../../src/app/palette/PaletteButton.tsx'
import { pinyinOf } from '../../src/app/palette/readings.ts'
import { find, buildIndex, type Entry } from '../../src/app/palette/search.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { useOfferStore } from '../../src/live/shared.ts'
import { aDevice } from '../support/devices.ts'
import { arePollsPaused } from '../../src/kit/hooks/pausePolls.ts'
import { MeContext } from '../../src/kit/index.ts'

const hit = (name: string, query: string) => match(searchable(name, pinyinOf), queryCharacters(query))
const marked = (name: string, query: string) => {
  const found = hit(name, query)
  return found && [...name].slice(found.from, found.to).join('')
}

describe('name matching', () => {
  it.each([
    ['长安区空气微站 01', '长安', '长安'],
    ['长安区空气微站 01', 'caqkq', '长安区空气'],
    ['长安区空气微站 01', 'changan', '长安'],
    ['长安区空气微站 01', 'zhangan', '长安'],
    ['长安区空气微站 01', 'chan', '长'],
    ['长安区空气微站 01', 'weizhan01', '微站 01'],
    ['长安区空气微站 01', 'WZ 01', '微站 01'],
    ['长安区空气微站 01', '空qi', '空气'],
    ['高新路公厕 3', 'gc', '公厕'],
    ['银行路灯', 'yhld', '银行路灯'],
    ['Gateway North', 'gate', 'Gateway North'.slice(0, 4)],
  ])('finds %s by %s', (name, query, part) => expect(marked(name, query)).toBe(part))

  it.each([
    ['长安区空气微站 01', 'cz'],
    ['长安区空气微站 01', 'changq'],
    ['长安区', '长安区空'],
    ['', 'a'],
  ])('does not find %s by %s', (name, query) => expect(hit(name, query)).toBeNull())

  it('scores earlier and more literal matches higher', () => {
    const scores = [hit('正定站', '正定'), hit('新正定站', '正定'), hit('正定站', 'zd'), hit('新正定站', 'zd')].map(
      (found) => found?.score ?? 0,
    )
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  })
})

describe('command palette search', () => {
  const entry = (id: number, name: string, section: Entry['section'] = 'device', hint?: string): Entry => ({
    id: `${section}:${id}`,
    section,
    name,
    hint,
    to: '/',
    icon: 'device',
  })
  const prepare = (entries: Entry[]) =>
    buildIndex(
      entries,
      pinyinOf,
      () => Promise.resolve(),
      () => false,
    )

  it('groups by section and ranks names before hints', async () => {
    const index = await prepare([
      entry(1, '槐安路', 'area'),
      entry(2, '槐安路公厕 03', 'device', '桥西区'),
      entry(3, '桥西站'),
      entry(4, '桥西网关', 'gateway'),
    ])
    expect(
      find(index, '桥西', []).map(({ section, found }) => [section, found.map(({ entry: { name } }) => name)]),
    ).toEqual([
      ['device', ['桥西站', '槐安路公厕 03']],
      ['gateway', ['桥西网关']],
    ])
  })

  it('finds a page by its names in other languages, after names in the current one', async () => {
    const page = (id: number, name: string, also: string[]): Entry => ({ ...entry(id, name, 'page'), also })
    const index = await prepare([
      page(1, 'Devices', ['设备管理', '裝置管理']),
      page(2, 'Gateways', ['网关管理', '閘道管理']),
      page(3, '设备报表', []),
    ])
    const names = (query: string) =>
      find(index, query, []).flatMap(({ found }) => found.map(({ entry: { name }, by }) => [name, by]))
    expect(names('设备')).toEqual([
      ['设备报表', undefined],
      ['Devices', '设备管理'],
    ])
    expect(names('裝置')).toEqual([['Devices', '裝置管理']])
    expect(names('wggl')).toEqual([['Gateways', '网关管理']])
    expect(names('dev')).toEqual([['Devices', undefined]])
  })

  it('finds a device by part of a code, ranks an exact code first and returns the code', async () => {
    const device = (id: number, name: string, codes: string[]): Entry => ({ ...entry(id, name), codes })
    const index = await prepare([
      device(1, '空气站 1002', []),
      device(2, '空气站 2', ['1869024002', 'HX-0002', '89860412']),
      device(3, '空气站 3', ['1869024003', '1002']),
    ])
    const names = (query: string) =>
      find(index, query, []).flatMap(({ found }) => found.map(({ entry: { name }, by }) => [name, by]))
    expect(names('024002')).toEqual([['空气站 2', '1869024002']])
    expect(names('hx-0002')).toEqual([['空气站 2', 'HX-0002']])
    expect(names('898604')).toEqual([['空气站 2', '89860412']])
    expect(names('1002')).toEqual([
      ['空气站 3', '1002'],
      ['空气站 1002', undefined],
    ])
    expect(names('86').map(([name]) => name)).toEqual([])
  })

  it('ranks recently opened entries first', async () => {
    const index = await prepare([entry(1, '空气站 1'), entry(2, '空气站 2')])
    expect(find(index, 'kqz', ['device:2'])[0]?.found[0]?.entry.id).toBe('device:2')
    expect(find(index, '', ['device:2'])[0]).toMatchObject({
      section: 'recent',
      found: [{ entry: { id: 'device:2' } }],
    })
  })

  it('finds the best matches among 10,000 devices', async () => {
    const places = ['长安区', '桥西区', '新华区', '裕华区', '正定新区', '藁城区']
    const kinds = ['空气微站', '噪声监测屏', '智慧公厕', '水位监测点', '路灯']
    const index = await prepare(
      Array.from({ length: 10_000 }, (_, at) => entry(at, `${places[at % 6]}${kinds[at % 5]} ${at}`)),
    )
    const names = (query: string) =>
      find(index, query, []).flatMap(({ found }) => found.map(({ entry: { name } }) => name))
    expect(names('公厕 77')).toHaveLength(6)
    for (const name of names('公厕 77')) expect(name).toMatch(/公厕 77/)
    expect(names('空气微站 9990')).toEqual(['长安区空气微站 9990'])
    for (const name of names('zdxqkq')) expect(name).toMatch(/^正定新区空气/)
    expect(names('qqqq')).toEqual([])
  })
})

describe('command palette', () => {
  const asked: string[] = []
  let closed = 0
  beforeEach(() => {
    asked.length = 0
    closed = 0
    const answers = (): Record<string, unknown> => ({
      godbDeviceNameList: [{ id: 7, name: '长安区空气微站 01', district_id: 3, devicetype_id: 1 }],
      godbDistrictNameList: [
        { id: 1, name: '根', superid: 0, build_state: 0 },
        { id: 3, name: '长安区', superid: 1, build_state: closed },
      ],
      godbSystemuserNameList: [{ id: 5, username: 'caomu', nickname: '曹木' }],
    })
    vi.stubGlobal('fetch', (url: string) => {
      const name = url.replace('/v1/', '')
      asked.push(name)
      const data = answers()[name]
      return Promise.resolve(
        new Response(JSON.stringify(data === undefined ? { code: 403, msg: 'no', data: null } : { code: 0, data }), {
          status: data === undefined ? 403 : 200,
        }),
      )
    })
  })
  afterEach(() => {
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  const Place = () => {
    const { pathname, search } = useLocation()
    return <output>{decodeURIComponent(pathname + search)}</output>
  }
  async function open(keys: string[], beside: ReactNode = null) {
    const me = toMe({ id: 3, username: 'viewer', super_id: 9, menu_control: JSON.stringify(keys) })
    const i18nProvider = await createI18nProvider()
    render(
      <MemoryRouter>
        <MeContext.Provider value={me}>
          <CoreAdminContext i18nProvider={i18nProvider}>
            <PaletteButton />
            {beside}
            <input aria-label="elsewhere" />
            <Place />
          </CoreAdminContext>
        </MeContext.Provider>
      </MemoryRouter>,
    )
    return userEvent.setup()
  }
  const options = () =>
    screen.queryAllByRole('option').map((option) => option.querySelector('[data-part=name]')?.textContent)

  it('opens with Ctrl+K or its button but not with / in an input, and navigates on Enter', async () => {
    const user = await open(['2-1'])
    await user.click(screen.getByLabelText('elsewhere'))
    await user.keyboard('/')
    expect(screen.queryByRole('combobox')).toBeNull()
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox')
    expect(arePollsPaused()).toBe(true)
    await user.type(field, 'caqkq')
    await waitFor(() => expect(options()).toEqual(['长安区空气微站 01']))
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id)
    await user.keyboard('{Enter}')
    expect(screen.getByRole('status').textContent).toEqual(expect.stringMatching(/^\/device\/\d+$/))
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(arePollsPaused()).toBe(false)
    await user.click(screen.getByRole('button', { name: '搜索设备、区域、页面…' }))
    await waitFor(() => expect(options()[0]).toBe('长安区空气微站 01'))
    expect(screen.getByText('最近打开')).toBeTruthy()
  })

  it('shows a device of a closed area as offline', async () => {
    const store = new DeviceStore(() => {})
    store.preview([aDevice({ id: 7, district_id: 3, online: true })])
    closed = 1
    const Offer = () => {
      useOfferStore(store)
      return null
    }
    const user = await open(['2-1'], <Offer />)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'caqkq')
    await waitFor(() => expect(screen.getByRole('option').textContent).toContain('离线'))
  })

  it('handles an Enter pressed before the names are loaded', async () => {
    const user = await open(['2-1'])
    await user.click(screen.getByRole('button', { name: '搜索设备、区域、页面…' }))
    await user.type(await screen.findByRole('combobox'), 'caqkq{Enter}')
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/device/7'))
  })

  it('moves the selection with arrow keys and wraps around', async () => {
    const user = await open(['2-1'])
    await user.click(screen.getByRole('button', { name: '搜索设备、区域、页面…' }))
    await user.type(await screen.findByRole('combobox'), 'ca')
    await waitFor(() => expect(options()).toEqual(['长安区空气微站 01', '长安区']))
    const chosen = () => screen.getByRole('option', { selected: true }).textContent
    await user.keyboard('{ArrowDown}')
    expect(chosen()).toContain('长安区')
    await user.keyboard('{ArrowDown}')
    expect(chosen()).toContain('01')
  })

  it('shows the other-language name by which a page was found', async () => {
    const user = await open(['3-3'])
    await user.click(screen.getByRole('button', { name: '搜索设备、区域、页面…' }))
    await user.type(await screen.findByRole('combobox'), 'devices')
    await waitFor(() => expect(options()).toEqual(['设备管理']))
    expect(screen.getByRole('option').textContent).toContain('Devices · 管理中心')
  })

  it('requests and shows only what the user is allowed to see', async () => {
    const user = await open(['2-1'])
    await user.click(screen.getByRole('button', { name: '搜索设备、区域、页面…' }))
    await user.type(await screen.findByRole('combobox'), 'caomu')
    await screen.findByText('没有匹配“caomu”的内容')
    expect(asked.toSorted()).toEqual(['godbDeviceNameList', 'godbDistrictNameList'])
  })

  it('finds users with permission to manage them and requests no devices without permission', async () => {
    const user = await open(['7-1'])
    await user.click(screen.getByRole('button', { name: '搜索设备、区域、页面…' }))
    await user.type(await screen.findByRole('combobox'), 'cm')
    await waitFor(() => expect(options()).toEqual(['曹木']))
    expect(asked).toEqual(['godbSystemuserNameList'])
  })
})
