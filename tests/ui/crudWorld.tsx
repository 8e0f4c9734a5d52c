import { QueryClient } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import {
  CoreAdminContext,
  memoryStore,
  ResourceContextProvider,
  useNotificationContext,
  type AuthProvider,
  type Store,
} from 'react-admin'
import { Suspense, useLayoutEffect } from 'react'
import { useLocation, useNavigate, type NavigateFunction } from 'react-router-dom'
import { vi } from 'vitest'
import { atAddress } from './atAddress.tsx'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { mayAct } from '../../authProvider/index.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { createDataProvider } from '../../dataProvider/index.ts'
import { forgetDictionaries } from '../../dataProvider/calls/dictionary.ts'
import { loadMessages } from '../../i18n/index.ts'
import { dictionary, isDictionary } from '../../resources/dictionary.ts'
import { allResources } from '../../resources/index.ts'
import { parseKeys, type Caller } from '../../resources/kit/access.ts'
import type { Field, FieldType, Resource } from '../../resources/kit/define.ts'
import { typeOf } from '../../resources/kit/types/index.ts'
import type { RuleName } from '../../resources/kit/rules.ts'
import type { Values } from '../../resources/kit/validate.ts'
import EntityList from '../../src/admin/EntityList.tsx'
import { DeleteDialog, Dialogs } from '../../src/admin/chunks.ts'
import { childrenOf } from '../../src/admin/place.ts'
import { SlotsContext } from '../../src/admin/slots.ts'
import { slots } from '../../src/app/slots.ts'
import { platformZone, useZone } from '../../src/kit/hooks/useZone.ts'
import { Toasts } from '../../src/kit/states/Toasts.tsx'
import { MeContext } from '../../src/kit/index.ts'

export interface Sent {
  method: string
  path: string
  query: Record<string, string>
  body: Values
}

/**
 * A small platform behind `fetch`: every definition's calls over rows in memory. `refuse` can answer in place of the
 * usual answer.
 */
export interface FakePlatform {
  rows: Map<string, Values[]>
  sent: Sent[]
  refuse: (request: Sent) => { status: number; code: number; msg: string; data?: unknown } | null
  /** Values that the answer to a created record shows once. */
  secret: Values
  /** The extensions that the platform announces. */
  announced: readonly string[]
}

export function startPlatform(): FakePlatform {
  const platform: FakePlatform = {
    rows: new Map(allResources.map((resource) => [resource.api, [sample(resource)]])),
    sent: [],
    refuse: () => null,
    secret: {},
    announced: [],
  }
  forgetCapabilities()
  forgetDictionaries()
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://platform')
    const request: Sent = {
      method: init.method ?? 'GET',
      path: pathname.replace('/v1/', ''),
      query: Object.fromEntries(searchParams),
      body: init.body ? (JSON.parse(String(init.body)) as Values) : {},
    }
    platform.sent.push(request)
    const refusal = platform.refuse(request)
    if (refusal)
      return new Response(JSON.stringify({ code: refusal.code, msg: refusal.msg, data: refusal.data ?? null }), {
        status: refusal.status,
      })
    return new Response(JSON.stringify({ code: 0, msg: '', data: answer(platform, request) }))
  })
  return platform
}

function answer(platform: FakePlatform, { method, path, query, body }: Sent): unknown {
  const [noun = '', id] = path.split('/')
  if (noun === 'capabilities') return { name: 'p', version: '1', extensions: platform.announced }
  if (noun === 'godbDatadictionaryByDataType' && id && isDictionary(id))
    return dictionary[id].map(({ value, label }) => ({
      data_value: value,
      data_code: label[0],
      data_code_tw: label[1],
      data_code_en: label[2],
    }))
  if (noun === 'godbNodemapByType')
    return (platform.rows.get('godbNodemap') ?? []).filter((row) => String(row['devicetype_id']) === id)
  const within = allResources.find((resource) => resource.within?.call.startsWith(`${noun}/`))
  if (within) return (platform.rows.get(within.api) ?? []).filter((row) => String(row[within.within?.by ?? '']) === id)
  const resource = allResources.find((candidate) => candidate.api === noun || `${candidate.api}NameList` === noun)
  if (!resource) return []
  const rows = platform.rows.get(resource.api) ?? []
  if (method === 'POST') return { id: 900, ...body, ...platform.secret }
  if (method === 'PUT') return { ...rows.find((row) => String(row['id']) === id), ...body }
  if (method === 'DELETE') {
    platform.rows.set(
      resource.api,
      rows.filter((row) => String(row['id']) !== id),
    )
    return null
  }
  if (id) return rows.find((row) => String(row['id']) === id) ?? null
  if (noun !== resource.api || resource.unpaged || resource.tree || resource.within) return rows
  const found = rows.filter((row) => String(row[resource.title]).includes(query['search'] ?? ''))
  const size = Number(query['page_size'])
  const start = (Number(query['current']) - 1) * size
  return { list: found.slice(start, start + size), total: found.length }
}

/** Opens a resource's screen at a URL for a caller; null for `keys` means the super administrator. */
export async function openScreen(
  resource: Resource,
  url: string,
  {
    keys = null,
    store = memoryStore(),
    id = 5,
    types = [],
    withToasts = false,
    client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } }),
  }: {
    keys?: string[] | null
    store?: Store
    id?: number
    /** The caller's permission types. */
    types?: number[]
    withToasts?: boolean
    client?: QueryClient
  } = {},
) {
  const messages = await loadMessages('zhCN')
  await stand(resource)
  const i18nProvider = polyglotI18nProvider(() => messages, 'zhCN')
  const caller = {
    id,
    super_id: keys ? 3 : 1,
    project_id: 1,
    keys: parseKeys(JSON.stringify(keys ?? [])),
    districts: [],
    types,
  }
  const me = { caller, username: 'u', nickname: 'u', userToken: '', mustChangePassword: false, wall: false }
  const location = { current: '' }
  const toasts: string[] = []
  const history: { go?: NavigateFunction } = {}
  const element = (
    <MeContext.Provider value={me}>
      <CoreAdminContext
        authProvider={authOf(caller)}
        dataProvider={createDataProvider()}
        i18nProvider={i18nProvider}
        store={store}
        queryClient={client}
      >
        <Watch
          onLocation={(now) => (location.current = now)}
          onToasts={(now) => toasts.splice(0, toasts.length, ...now)}
          onNavigate={(navigate) => (history.go = navigate)}
        />
        <ResourceContextProvider value={resource.path}>
          <SlotsContext value={slots}>
            <EntityList />
          </SlotsContext>
        </ResourceContextProvider>
        {withToasts && <Toasts />}
      </CoreAdminContext>
    </MeContext.Provider>
  )
  const view = render(atAddress(url, element))
  /** Presses the browser's back button. */
  const back = () => act(() => history.go?.(-1))
  /** Goes to another address, as by a link: the list stays where it is. */
  const goTo = (address: string) => act(() => history.go?.(address))
  return { ...view, location, toasts, store, back, goTo }
}

/**
 * Simulates a page that has been open for a while: the dialogs and inputs of its forms (EntityListView) and the
 * platform's zone (App) are loaded. Otherwise a field that waits for one of them would stay a skeleton while the rest
 * of its form is shown, for 300 ms after another one (React throttles them).
 */
async function stand(resource: Resource): Promise<void> {
  const fields = [resource, ...childrenOf(resource)].flatMap((each) => Object.values(each.fields))
  await Promise.all([Dialogs, DeleteDialog].map(({ preload }) => preload()))
  if (fields.some(({ input }) => input)) await slots.input.preload()
  const { unmount } = render(
    <Suspense>
      <Zoned />
    </Suspense>,
  )
  await act(() => platformZone())
  unmount()
}

/** Once React has seen the zone arrive, no other component waits for it. */
function Zoned() {
  useZone()
  return null
}

/** The authProvider of a valid session, with a fixed answer to "may I". */
const authOf = (caller: Caller): AuthProvider => ({
  login: async () => {},
  logout: async () => false,
  checkAuth: async () => {},
  checkError: async () => {},
  getPermissions: async () => caller,
  canAccess: async ({ resource, action }) => mayAct(caller, resource, action),
})

function Watch({
  onLocation,
  onToasts,
  onNavigate,
}: {
  onLocation: (location: string) => void
  onToasts: (toasts: string[]) => void
  onNavigate: (navigate: NavigateFunction) => void
}) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { notifications } = useNotificationContext()
  useLayoutEffect(() => {
    onLocation(`${pathname}${search}`)
    onNavigate(navigate)
    onToasts(notifications.map(({ message }) => String(message)))
  })
  return null
}

/** Names of the fields that a form draws, once for each drawing, sorted. */
export const drawnIn = (dialog: HTMLElement): string[] =>
  [...dialog.querySelectorAll('form [data-field]')].map((field) => String(field.getAttribute('data-field'))).sort()

/** A plausible record of any definition. */
export function sample(resource: Resource, id = 7): Values {
  return {
    id,
    ...Object.fromEntries(
      Object.entries(resource.fields).map(([name, field]) => [
        name,
        name === resource.tree?.parent ? 1 : (values[field.type] ?? typeOf(field).example)(field as never, id),
      ]),
    ),
  }
}

/** Further values of a record with which every field of its form applies. */
const WHOLE: Readonly<Record<string, Values>> = {
  'alarmConfig/threshold': {
    com_oper: 6,
    params_y: 9,
    enable_back: 1,
    enable_ganged: 1,
    alarm_phone: '7',
    alarm_email: '7',
    alarm_wechat: '7',
    device_list: '7',
    // A scope replaces the devices, and limits by level replace the single limit.
    scope: '',
    limits: '',
  },
  'manage/device/virtual': { device_ai_type: 2 },
}

/**
 * Forms that would not save a record to which every field applies: everyField.test.tsx checks their fields,
 * crudScreens.test.tsx saves a plain record.
 */
export const SAVED_PLAIN: ReadonlySet<string> = new Set(['manage/node', 'alarmConfig/threshold'])

/** As sample, but with values to which every field of the form applies. */
export const whole = (resource: Resource): Values => ({ ...sample(resource), ...WHOLE[resource.path] })

/** Texts that pass each rule. */
const plausible: Partial<Record<RuleName, (id: number) => string>> = {
  digits: (id) => `1000${id}`,
  alnum: (id) => `a${id}`,
  phone: () => '13800000000',
  email: (id) => `a${id}@example.org`,
  pushTarget: (id) => `https://example.org/${id}`,
  url: (id) => `https://example.org/${id}`,
  media: (id) => `https://example.org/${id}.m3u8`,
  clock: () => '08:00',
  rrule: () => 'FREQ=DAILY',
  rosterExceptions: () => '[]',
  escalationSteps: (id) => `[{"after":10,"roster":${id}}]`,
  alarmResults: (id) => `[{"id":"r${id}","label":["已校准","",""],"false":0}]`,
}

/** Values where the type's own example would be too short, or would change what pictures and expectations show. */
const values: Partial<Record<FieldType, (field: Field, id: number) => unknown>> = {
  text: (field, id) =>
    field.rules?.map((rule) => plausible[rule]?.(id)).find((text) => text !== undefined) ?? `文本${id}`,
  longText: (field, id) =>
    field.rules?.some((rule) => rule === 'expression' || rule === 'shadowExpression') ? `value + ${id}` : `说明${id}`,
  int: (field) => ('min' in field && field.min) || 30,
  decimal: () => 2.5,
  flag: () => 0,
  choice: (field) => (field.type === 'choice' ? field.options[0]?.value : 0),
  dict: () => 1,
  ref: () => 7,
  json: (field, id) => field.rules?.map((rule) => plausible[rule]?.(id)).find((text) => text !== undefined) ?? '{}',
}
