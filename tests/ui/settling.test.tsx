// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { lazy, Suspense, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Behind, chunk, settled, Settling, Skeleton, whenSettled } from '../../src/kit/index.ts'

/** A promise, and the function that fulfils it. */
function later<T>() {
  let fulfil: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    fulfil = resolve
  })
  return { promise, fulfil }
}

/** Advances the timers of the browser and of the queries. */
const ran = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('page settling', () => {
  it('completes once after successive queries are answered', async () => {
    vi.useFakeTimers()
    const queries = new QueryClient()
    const [first, second, done] = [later<string>(), later<string>(), vi.fn()]
    const asked = queries
      .fetchQuery({ queryKey: ['rights'], queryFn: () => first.promise })
      .then(() => queries.fetchQuery({ queryKey: ['rows'], queryFn: () => second.promise }))
    whenSettled(queries, done)
    await ran(3000)
    first.fulfil('all')
    await ran(3000)
    expect(done).not.toHaveBeenCalled()
    second.fulfil('ten')
    await asked
    await ran(3000)
    expect(done).toHaveBeenCalledOnce()
    await ran(20_000)
    expect(done).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  it('waits until a page’s placeholders are replaced', async () => {
    vi.useFakeTimers()
    const done = vi.fn()
    const page = render(<Skeleton />)
    whenSettled(new QueryClient(), done)
    await ran(3000)
    page.rerender(<Skeleton key="of the rows" />)
    await ran(3000)
    expect(done).not.toHaveBeenCalled()
    page.rerender(<p>ten rows</p>)
    await ran(3000)
    expect(done).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  it('completes after 20 s if a query is never answered, but not after it was cancelled', async () => {
    vi.useFakeTimers()
    const queries = new QueryClient()
    const [done, gone] = [vi.fn(), vi.fn()]
    void queries.fetchQuery({ queryKey: ['rows'], queryFn: () => later<string>().promise })
    whenSettled(queries, done)
    whenSettled(queries, gone)()
    await ran(20_000)
    expect(done).toHaveBeenCalledOnce()
    expect(gone).not.toHaveBeenCalled()
    vi.useRealTimers()
  })

  it('waits for lazily loaded code', async () => {
    vi.useFakeTimers()
    const code = later<{ default: () => null }>()
    const Page = lazy(() => code.promise)
    const done = vi.fn()
    const told = async () => {
      await settled
      done()
    }
    void told()
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <Page />
          <Settling />
        </Suspense>
      </QueryClientProvider>,
    )
    await ran(20_000)
    expect(done).not.toHaveBeenCalled()
    code.fulfil({ default: () => null })
    // The page is drawn first, and waits then.
    await ran(0)
    await ran(3000)
    expect(done).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })
})

describe('a part behind its page', () => {
  /** Renders a page that shows `content` and a part that comes after it; returns what requests the part's code. */
  function renderPage(content: ReactNode) {
    const queries = new QueryClient()
    const load = vi.fn(async () => ({ default: () => <p>filter</p> }))
    const Part = chunk(load)
    const pageOf = (shown: ReactNode) => (
      <QueryClientProvider client={queries}>
        {shown}
        <Behind chunk={Part} placeholder={<Skeleton />}>
          <Part />
        </Behind>
      </QueryClientProvider>
    )
    const { rerender } = render(pageOf(content))
    return { load, show: (shown: ReactNode) => rerender(pageOf(shown)) }
  }

  it('is requested once the page’s own placeholders are gone', async () => {
    vi.useFakeTimers()
    const { load, show } = renderPage(<Skeleton />)
    await ran(3000)
    expect(load).not.toHaveBeenCalled()
    show(<p>ten rows</p>)
    await ran(3000)
    expect(load).toHaveBeenCalledOnce()
    expect(screen.getByText('filter')).toBeTruthy()
    vi.useRealTimers()
  })

  it('is requested after 20 s on a page that stays a placeholder', async () => {
    vi.useFakeTimers()
    const { load } = renderPage(<Skeleton />)
    await ran(20_000)
    expect(load).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })
})
