import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { I18nContextProvider, NotificationContextProvider } from 'react-admin'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { loadMessages } from '../../i18n/index.ts'
import { parseKeys } from '../../resources/kit/access.ts'
import { dialogChunks } from '../../src/monitor/dialogs/dialogChunks.ts'
import DevicePage from '../../src/device/DevicePage.tsx'
import MonitorPage from '../../src/monitor/MonitorPage.tsx'
import { devicePage } from '../../resources/menu.ts'
import { Toasts } from '../../src/kit/states/Toasts.tsx'
import { MeContext } from '../../src/kit/index.ts'
import { Still } from './atAddress.tsx'
import { giveElementsASize } from './elementSizes.ts'

type Row = Record<string, unknown>

/** The live part of a platform behind `fetch`. `down` refuses the device states. */
export interface LivePlatform {
  devices: Row[]
  areas: Row[]
  found: Row[]
  sent: { path: string; body: Row }[]
  down: { status: number; msg: string } | null
  /** A test's own answers by path, before all others: data, or a refusal. They may be late. */
  answers: Map<string, (body: Row, query: URLSearchParams) => unknown>
}

/** A refusal to return from `answers`: HTTP status and sentence. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

const areaRows: Row[] = [
  { id: 2, name: '石家庄市', superid: 1, build_state: 0 },
  { id: 3, name: '长安区', superid: 2, build_state: 0 },
  { id: 4, name: '在建区', superid: 2, build_state: 1 },
]

export const deviceRow = (id: number, given: Row = {}): Row => ({
  id,
  sn: `18690000${id}`,
  name: `空气微站 ${id}`,
  district_id: 3,
  gateway_id: 1,
  sort_num: 0,
  control_state: 0,
  deviceisonline: 1,
  thre_list: [],
  nodestatelist: [nodeRow(41, 350)],
  ...given,
})

export const nodeRow = (id: number, historydata: unknown, given: Row = {}): Row => ({
  id,
  alias: `节点 ${id}`,
  unitname: 'µg/m³',
  registertype: 3,
  node_script: { String: 'value * 0.1', Valid: true },
  min_value: 0,
  max_value: 500,
  lastdata: { historydata, insertdate: Date.now(), nodemapid: id },
  ...given,
})

export function startLivePlatform(): LivePlatform {
  const platform: LivePlatform = {
    devices: [deviceRow(1), deviceRow(2)],
    areas: areaRows,
    found: [],
    sent: [],
    down: null,
    answers: new Map(),
  }
  giveElementsASize()
  localStorage.clear()
  forgetCapabilities()
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://platform')
    const path = pathname.replace('/v1/', '')
    platform.sent.push({ path, body: init.body ? (JSON.parse(String(init.body)) as Row) : {} })
    if (path === 'godbDeviceState' && platform.down)
      return new Response(JSON.stringify({ code: platform.down.status, msg: platform.down.msg, data: null }), {
        status: platform.down.status,
      })
    const own = platform.answers.get(path)
    if (own) {
      const data: unknown = await own(init.body ? (JSON.parse(String(init.body)) as Row) : {}, searchParams)
      if (data instanceof Refused)
        return new Response(JSON.stringify({ code: data.status, msg: data.message, data: null }), {
          status: data.status,
        })
      return new Response(JSON.stringify({ code: 0, msg: '', data: data ?? null }))
    }
    const answers: Record<string, unknown> = {
      godbDeviceState: platform.devices,
      godbDeviceStateSearch: platform.found,
      'godbDeviceStateByDistrictId/3': platform.devices,
      godbDistrictNameList: platform.areas,
      godbGatewayNameList: [{ id: 1, name: 'GW-长安-01' }],
      godbThresholdNameList: [{ id: 31, nodemap_id: 41, alarm_msg: 'PM2.5 浓度超标' }],
    }
    const known = Object.hasOwn(answers, path)
    return new Response(
      JSON.stringify({ code: known ? 0 : 404, msg: known ? '' : 'no', data: answers[path] ?? null }),
      { status: known ? 200 : 404 },
    )
  })
  return platform
}

/** Code of the dialogs, loaded before the first of them opens: the time this takes is not what the tests are about. */
const dialogs = Promise.all([
  import('../../src/monitor/dialogs/FlowDialog.tsx'),
  import('../../src/monitor/dialogs/OnlineRecordDialog.tsx'),
  import('../../src/monitor/control/SetValueDialog.tsx'),
]).then(() => Object.values(dialogChunks).forEach(({ preload }) => preload()))

/**
 * Opens the list, or the page of one device. `refresh` presses its refresh button, as a user does who does not wait for
 * the next poll, and ends a search; a past moment has none. `beside` is the part of every page's frame that the test is
 * about.
 */
export async function openMonitor(url = '/monitor/data', keys: string[] | null = null, beside: ReactNode = null) {
  const listed = url.startsWith('/monitor') && !url.includes('open=') && !url.includes('moment=')
  const searching = url.includes('q=')
  const location = { search: '', pathname: '' }
  const wrapper = await wrapperFor(url, keys, (search, pathname) => Object.assign(location, { search, pathname }))
  await dialogs
  // The page waits for the console's settings, which name the platform's time zone.
  const view = await act(async () =>
    render(
      <>
        <Routes>
          <Route path={devicePage} element={<DevicePage />} />
          <Route path="*" element={<MonitorPage />} />
        </Routes>
        {beside}
        <Toasts />
      </>,
      { wrapper },
    ),
  )
  const refresh = () => fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  if (listed && !searching) refresh()
  return { ...view, location, refresh }
}

export async function wrapperFor(
  url = '/',
  keys: string[] | null = null,
  onLocation: (search: string, pathname: string) => void = () => {},
) {
  const messages = await loadMessages('zhCN')
  const i18n = polyglotI18nProvider(() => messages, 'zhCN')
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const caller = {
    id: 5,
    super_id: keys ? 3 : 1,
    project_id: 1,
    keys: parseKeys(JSON.stringify(keys ?? [])),
    districts: [],
    types: [],
  }
  const me = { caller, username: 'u', nickname: 'u', userToken: '', mustChangePassword: false, wall: false }
  const Watch = () => {
    const { search, pathname } = useLocation()
    onLocation(search, pathname)
    return null
  }
  return ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[url]} useTransitions={false}>
      <MeContext.Provider value={me}>
        <QueryClientProvider client={client}>
          <I18nContextProvider value={i18n}>
            <Watch />
            <NotificationContextProvider>
              <Still>{children}</Still>
            </NotificationContextProvider>
          </I18nContextProvider>
        </QueryClientProvider>
      </MeContext.Provider>
    </MemoryRouter>
  )
}
