// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configureHttp } from '../../dataProvider/http.ts'
import {
  startPrefetch,
  dropPrefetch,
  hasPrefetch,
  takePrefetch,
  takePrefetchedNames,
} from '../../src/live/states/statesPrefetch.ts'
import { pack } from '../../src/live/states/packed.ts'
import { createStatesSource, type StatesQuestion } from '../../src/live/states/statesSource.ts'
import { aDevice } from '../support/devices.ts'
import { waitFor } from '../support/waitFor.ts'

class FakeWorker extends EventTarget {
  static made: FakeWorker[] = []
  asked: StatesQuestion[] = []
  ended = false
  constructor() {
    super()
    FakeWorker.made.push(this)
  }
  postMessage = (question: StatesQuestion) => void this.asked.push(question)
  terminate = () => void (this.ended = true)
  answer = (data: unknown) => void this.dispatchEvent(new MessageEvent('message', { data }))
}

const changes = { full: true, devices: [], removed: [], values: new Float64Array() }
const signal = new AbortController().signal
const calls: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  FakeWorker.made = []
  calls.length = 0
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('fetch', (url: string) => {
    calls.push(url)
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: '', data: [] })))
  })
})
afterEach(() => {
  dropPrefetch()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const worker = (): FakeWorker => FakeWorker.made[0] ?? new FakeWorker()

it('prefetch requests states once, after 500 ms, and hands worker and response to the source', async () => {
  startPrefetch(performance.now())
  startPrefetch(performance.now())
  expect([FakeWorker.made.length, worker().asked.length, hasPrefetch()]).toEqual([1, 0, true])
  vi.advanceTimersByTime(499)
  expect(worker().asked).toEqual([])
  vi.advanceTimersByTime(1)
  expect(worker().asked).toMatchObject([{ seq: 1, lastReceived: 0, first: 0 }])
  worker().answer({ seq: 1, changes })
  const source = createStatesSource()
  expect(await source.load(signal)).toEqual(changes)
  // The next question goes to the same worker and says what has arrived.
  const next = source.load(signal)
  expect(worker().asked.at(-1)).toMatchObject({ seq: 2, lastReceived: 1, first: null })
  worker().answer({ seq: 2, changes })
  await next
  expect([FakeWorker.made.length, hasPrefetch()]).toEqual([1, false])
})

it('prefetch requests the names and hands them to a single consumer', async () => {
  startPrefetch(performance.now())
  expect(calls).toEqual(['/v1/godbDistrictNameList', '/v1/godbGatewayNameList'])
  expect(await takePrefetchedNames()?.areas).toEqual([])
  expect(takePrefetchedNames()).toBeNull()
})

it('prefetch is discarded when not taken within 10 s', () => {
  startPrefetch(performance.now())
  vi.advanceTimersByTime(10_000)
  expect([takePrefetch(), worker().ended]).toEqual([null, true])
})

it('states source loads without the worker when it failed, and rejects with the server’s error', async () => {
  startPrefetch(performance.now())
  worker().dispatchEvent(new Event('error'))
  expect(await createStatesSource().load(signal)).toMatchObject({ full: true, devices: [] })
  expect(calls).toContain('/v1/godbDeviceState')
  startPrefetch(performance.now())
  FakeWorker.made.at(-1)?.answer({ seq: 1, failure: { message: 'no', status: 403, body: { code: 403 } } })
  await expect(createStatesSource().load(signal)).rejects.toMatchObject({ status: 403, message: 'no' })
})

const part = (...ids: number[]) => pack(ids.map((id) => aDevice({ id })))

it('states source reports the first part of a response early, once, and returns all devices', async () => {
  startPrefetch(performance.now())
  const early: number[][] = []
  const onEarly = (devices: readonly { id: number }[]) => void early.push(devices.map(({ id }) => id))
  const source = createStatesSource()
  worker().answer({ seq: 1, part: part(1, 2), isUrgentFirst: true })
  const first = source.load(signal, { onEarly, first: 0 })
  worker().answer({ seq: 1, part: part(3), isUrgentFirst: true })
  await waitFor(() => expect(early).toEqual([[1, 2]]))
  worker().answer({ seq: 1, changes: { full: true, removed: [], values: new Float64Array() } })
  expect((await first).devices.map(({ id }) => id)).toEqual([1, 2, 3])
  const next = source.load(signal, { onEarly, first: 0 })
  worker().answer({ seq: 2, part: part(4), isUrgentFirst: true })
  worker().answer({ seq: 2, part: part(5), isUrgentFirst: true })
  worker().answer({ seq: 2, changes: { full: false, removed: [], values: new Float64Array() } })
  expect((await next).devices.map(({ id }) => id)).toEqual([4, 5])
  expect(early).toEqual([[1, 2], [4]])
})

it('states source reports no early part when the load is aborted', async () => {
  startPrefetch(performance.now())
  const onEarly = vi.fn()
  worker().answer({ seq: 1, part: part(1), isUrgentFirst: true })
  const gone = new AbortController()
  const load = createStatesSource().load(gone.signal, { onEarly, first: 0 })
  gone.abort()
  worker().answer({ seq: 1, changes: { full: true, removed: [], values: new Float64Array() } })
  await expect(load).rejects.toThrow(/abort/i)
  expect(onEarly).not.toHaveBeenCalled()
})
