import { QueryClient } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { CoreAdminContext, useNotificationContext } from 'react-admin'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import { Suspense, useLayoutEffect, type ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { vi } from 'vitest'
import { atAddress } from './atAddress.tsx'
import { configureHttp } from '../../dataProvider/http.ts'
import { createDataProvider } from '../../dataProvider/index.ts'
import { loadMessages } from '../../i18n/index.ts'
import { parseKeys } from '../../resources/kit/access.ts'
import { MeContext } from '../../src/kit/index.ts'

export interface PageCall {
  method: string
  path: string
  query: Record<string, string>
  body: Record<string, unknown>
}

/** Answer of a call: data, or a refusal with its code and sentence and further details. */
export type PageAnswer = { data: unknown } | { code: number; msg: string; told?: unknown }

/**
 * A platform behind `fetch`, by the first part of each path, such as "GET godbThresholdlogByTimeOrId"; the console's
 * own settings say UTC. Returns the calls it received.
 */
export function answerCalls(answers: Record<string, (call: PageCall) => PageAnswer | Promise<PageAnswer>>): PageCall[] {
  const sent: PageCall[] = []
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://platform')
    if (pathname === '/console-settings.json') return new Response(JSON.stringify({ timeZone: 'UTC' }))
    const path = pathname.replace('/v1/', '')
    const call = {
      method: init.method ?? 'GET',
      path,
      query: Object.fromEntries(searchParams),
      body: init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {},
    }
    sent.push(call)
    const answer = (await answers[`${call.method} ${path.split('/')[0]}`]?.(call)) ?? { code: 404, msg: 'no such call' }
    if ('data' in answer && answer.data instanceof Blob) return new Response(answer.data)
    return new Response(
      JSON.stringify(
        'data' in answer ? { code: 0, msg: '', data: answer.data } : { ...answer, data: answer.told ?? null },
      ),
      { status: 200 },
    )
  })
  return sent
}

/** Opens a page at an address, as the super administrator or as a user who holds these keys. */
export async function openPage(Page: ComponentType, url: string, keys: string[] | null = null) {
  const messages = await loadMessages('zhCN')
  const caller = {
    id: 5,
    super_id: keys ? 3 : 1,
    project_id: 1,
    keys: parseKeys(JSON.stringify(keys ?? [])),
    districts: [],
    types: [],
  }
  const me = { caller, username: 'u', nickname: 'u', userToken: '', types: [], mustChangePassword: false, wall: false }
  const location = { search: '' }
  const toasts: string[] = []
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const view = await act(async () =>
    render(
      atAddress(
        url,
        <MeContext.Provider value={me}>
          <CoreAdminContext
            dataProvider={createDataProvider()}
            i18nProvider={polyglotI18nProvider(() => messages, 'zhCN')}
            queryClient={client}
          >
            <Watch
              onLocation={(search) => (location.search = search)}
              onToasts={(now) => toasts.splice(0, toasts.length, ...now)}
            />
            <Suspense>
              <Page />
            </Suspense>
          </CoreAdminContext>
        </MeContext.Provider>,
      ),
    ),
  )
  return { ...view, location, toasts, client }
}

/** The filter of a list in the address. */
export const filterIn = ({ search }: { search: string }): unknown =>
  JSON.parse(new URLSearchParams(search).get('filter') ?? '{}')

function Watch({
  onLocation,
  onToasts,
}: {
  onLocation: (search: string) => void
  onToasts: (toasts: string[]) => void
}) {
  const { search } = useLocation()
  const { notifications } = useNotificationContext()
  useLayoutEffect(() => {
    onLocation(search)
    onToasts(notifications.map(({ message }) => String(message)))
  })
  return null
}
