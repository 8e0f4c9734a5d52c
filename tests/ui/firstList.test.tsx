// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { memoryStore } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDataProvider } from '../../dataProvider/index.ts'
import { resourceOf } from '../../resources/index.ts'
import { parseKeys } from '../../resources/kit/access.ts'
import { prefetchList } from '../../src/app/firstList.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { findRow, getRow } from './rows.ts'

const gateway = resourceOf('manage/gateway')
const area = resourceOf('manage/area')
let platform: FakePlatform
beforeEach(() => {
  // The clock stands still, so that rows stay fresh however long the dialogs' code takes to load.
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = startPlatform()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const caller = { id: 5, super_id: 1, project_id: 1, keys: parseKeys('[]'), districts: [], types: [] }

/** Query client and store of a console that has just started; the user's lists have 20 rows a page. */
function begin() {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
  const store = memoryStore({ 'list.size.5': 20 })
  return { client, sources: { queryClient: client, dataProvider: createDataProvider(), store } }
}

/** The queries of requests to a list's call. */
const asked = ({ api }: { api: string }) =>
  platform.sent.filter(({ method, path }) => method === 'GET' && path === api).map(({ query }) => query)

describe('prefetchList', () => {
  it.each([gateway, area])(
    'loads the rows that the list shows on its first render, without a second request: $path',
    async (resource) => {
      const { client, sources } = begin()
      prefetchList(sources, caller, { pathname: `/${resource.path}`, search: '' })
      await waitFor(() => expect(client.isFetching()).toBe(0))
      await openScreen(resource, `/${resource.path}`, { client, store: sources.store })
      expect(getRow(new RegExp(String(sample(resource)[resource.title])))).toBeTruthy()
      expect(asked(resource)).toEqual([resource.tree ? {} : { page_size: '20', current: '1' }])
    },
  )

  it('leaves the request to the list after a failure', async () => {
    const { client, sources } = begin()
    platform.refuse = ({ path }) => (path === gateway.api ? { status: 500, code: 500, msg: '' } : null)
    prefetchList(sources, caller, { pathname: '/manage/gateway', search: '' })
    await waitFor(() => expect(client.isFetching()).toBe(0))
    platform.refuse = () => null
    await openScreen(gateway, '/manage/gateway', { client, store: sources.store })
    await findRow(new RegExp(String(sample(gateway)[gateway.title])))
  })

  it.each([
    ['whose address has parameters', '/manage/gateway', '?page=2', caller],
    ['that the user may not open', '/manage/gateway', '', { ...caller, super_id: 3 }],
    ['for a page that is not a list', '/monitor/data', '', caller],
  ])('does not request a list %s', (_, pathname, search, who) => {
    prefetchList(begin().sources, who, { pathname, search })
    expect(platform.sent).toEqual([])
  })
})
