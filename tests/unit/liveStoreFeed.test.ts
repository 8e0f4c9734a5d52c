import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openFeed, retryDelay, type FeedState } from '../../dataProvider/live.ts'

class FakeSocket extends EventTarget {
  static made: FakeSocket[] = []
  sent: string[] = []
  closed = false
  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    super()
    FakeSocket.made.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.closed = true
    this.drop(1000)
  }
  open() {
    this.dispatchEvent(new Event('open'))
  }
  say(data: unknown) {
    this.dispatchEvent(
      Object.assign(new Event('message'), { data: typeof data === 'string' ? data : JSON.stringify(data) }),
    )
  }
  drop(code = 1006) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.made = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { href: 'https://city.example/monitor/data' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function opened(url?: string) {
  const states: FeedState[] = []
  const messages: unknown[] = []
  const feed = openFeed({
    url,
    token: 'secret',
    subscribe: '*',
    onMessages: (batch) => messages.push(...batch),
    onState: (state) => states.push(state),
  })
  return { feed, states, messages, last: () => FakeSocket.made.at(-1) as FakeSocket }
}

describe('live feed (openFeed)', () => {
  it('offers the token as a subprotocol and subscribes once open', () => {
    const { last, states } = opened()
    expect([last().url, last().protocols]).toEqual(['wss://city.example/v1/ws', ['console.v1', 'bearer.secret']])
    last().open()
    expect(last().sent).toEqual(['*'])
    expect(states.map(({ phase }) => phase)).toEqual(['connecting', 'open'])
  })
  it('connects to the configured address if one is set', () => {
    expect(opened('http://feed.example/live').last().url).toBe('ws://feed.example/live')
  })
  it('passes on data messages and ignores other text', () => {
    const { last, messages } = opened()
    last().open()
    last().say('hello')
    last().say([{ sn: 'a', deviceid: 1, t: 1763600000000, values: { 4: 2 } }])
    expect(messages).toEqual([{ sn: 'a', deviceid: 1, t: 1763600000000, values: [{ id: 4, value: 2 }] }])
  })
  it('reconnects with growing delays and restarts them after a successful connection', async () => {
    const { last, states } = opened()
    last().drop()
    expect(states.at(-1)).toEqual({ phase: 'reconnecting', attempt: 1 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(FakeSocket.made).toHaveLength(2)
    last().drop()
    await vi.advanceTimersByTimeAsync(999)
    expect(FakeSocket.made).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1001)
    expect(FakeSocket.made).toHaveLength(3)
    last().open()
    last().drop()
    expect(states.at(-1)).toEqual({ phase: 'reconnecting', attempt: 1 })
  })
  it('retries after 1 s to 30 s, shortened by up to half', () => {
    expect([1, 2, 5, 6, 60].map((attempt) => retryDelay(attempt, 0))).toEqual([1000, 2000, 16_000, 30_000, 30_000])
    expect(retryDelay(6, 1)).toBe(15_000)
  })
  it('does not reconnect after close code 4401 or 4403', async () => {
    for (const code of [4401, 4403]) {
      const { last, states } = opened()
      const made = FakeSocket.made.length
      last().drop(code)
      await vi.advanceTimersByTimeAsync(60_000)
      expect([states.at(-1), FakeSocket.made.length]).toEqual([{ phase: 'refused' }, made])
    }
  })
  it('does not reconnect after close(), also while waiting for a retry', async () => {
    const { feed, last, states } = opened()
    last().drop()
    feed.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([FakeSocket.made.length, states.at(-1)]).toEqual([1, { phase: 'closed' }])
    const other = opened()
    other.last().open()
    other.feed.close()
    expect([other.last().closed, other.states.at(-1)]).toEqual([true, { phase: 'closed' }])
  })
})
