// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useListContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConsoleList } from '../../src/admin/list/ConsoleList.tsx'
import { useListFilters } from '../../src/admin/list/toolbar/listFilters.ts'
import { LiveFilters, SearchInput } from '../../src/admin/list/toolbar/SearchInput.tsx'
import { answerCalls, filterIn, openPage, type PageCall } from './pageWorld.tsx'

let sent: PageCall[]
beforeEach(() => {
  sent = answerCalls({
    'GET godbOperationlog': () => ({ data: { list: [{ id: '1', operation_date: 1 }], total: 100 } }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const Page = () => (
  <ConsoleList resource="monitor/operation" queryOptions={{ meta: { zone: 'UTC' } }}>
    <Tools />
  </ConsoleList>
)

function Tools() {
  const [, change] = useListFilters()
  const { setSort, setPage } = useListContext()
  const navigate = useNavigate()
  return (
    <>
      <LiveFilters>
        <SearchInput label="search" />
      </LiveFilters>
      <button onClick={() => change({ project: 2, area: null })}>project</button>
      <button onClick={() => change({ search: '', project: null, area: null })}>clear</button>
      <button onClick={() => setSort({ field: 'name', order: 'DESC' })}>sort</button>
      <button onClick={() => setPage(3)}>page</button>
      <button onClick={() => void navigate('/?page=5')}>elsewhere</button>
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (value: string) => act(async () => fireEvent.change(screen.getByRole('searchbox'), { target: { value } }))
/** Submits the search, as when the user has stopped typing. */
const search = () => fireEvent.submit(screen.getByRole('searchbox').closest('form') as HTMLFormElement)
const project = () => press('project')

/**
 * Runs the acts one after the other, `turns` turns of the event loop apart: after one turn the address may be
 * unchanged, after two it has changed. Nothing is drawn before the end.
 */
const apart = (turns: number, acts: readonly (() => void)[]) =>
  act(async () => {
    for (const each of acts) {
      each()
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve))
    }
  })

/** The distinct pairs of search and project with which the list was requested. */
const asked = () => [
  ...new Set(
    sent
      .filter(({ path }) => path === 'godbOperationlog')
      .map(({ query }) => `${query['search'] ?? ''}/${query['pro_id'] ?? ''}`),
  ),
]

describe('ConsoleList with concurrent changes', () => {
  describe.each([1, 2])('%i event loop turns apart', (turns) => {
    it.each([
      ['chosen project and search', [project, search]],
      ['search and chosen project', [search, project]],
    ])('%s are both applied to the request', async (_, acts) => {
      const { location } = await openPage(Page, '/')
      await type('GW-')
      await apart(turns, acts)
      // The first request's list may have been drawn, and requested again, by then.
      await waitFor(() => expect(asked().at(-1)).toBe('GW-/2'))
      expect(filterIn(location)).toEqual({ q: 'GW-', pro_id: 2 })
    })

    it.each([
      ['order and filter', ['sort', 'project']],
      ['filter and order', ['project', 'sort']],
    ])('%s are both kept in the address', async (_, names) => {
      const { location } = await openPage(Page, '/')
      await apart(
        turns,
        names.map((name) => () => press(name)),
      )
      await waitFor(() => expect(filterIn(location)).toEqual({ pro_id: 2 }))
      expect(new URLSearchParams(location.search).get('sort')).toBe('name')
    })

    it('keeps cleared filters cleared', async () => {
      const { location } = await openPage(Page, `/?filter=${encodeURIComponent('{"q":"a","pro_id":2}')}`)
      await apart(turns, [() => press('clear'), () => press('sort')])
      await waitFor(() => expect(new URLSearchParams(location.search).get('sort')).toBe('name'))
      expect(filterIn(location)).toEqual({})
    })
  })

  it('does not reapply an earlier sort order after navigation to another address', async () => {
    const { location } = await openPage(Page, '/?page=2')
    const listed = (name: string) => new URLSearchParams(location.search).get(name)
    press('sort')
    await waitFor(() => expect(listed('sort')).toBe('name'))
    press('elsewhere')
    await waitFor(() => expect(location.search).toBe('?page=5'))
    press('page')
    await waitFor(() => expect(listed('page')).toBe('3'))
    expect(listed('sort')).toBe('')
  })
})
