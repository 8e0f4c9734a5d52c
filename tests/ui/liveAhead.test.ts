// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configureHttp } from '../../dataProvider/http.ts'
import { askAhead, dropAhead, isAhead, takeAhead, takeNames } from '../../src/live/ahead.ts'
import { createStatesSource, type StatesQuestion } from '../../src/live/statesSource.ts'

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
  dropAhead()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const worker = (): FakeWorker => FakeWorker.made[0] ?? new FakeWorker()

it('asks once, not before 500 ms after the start, and hands worker and answer to the source', async () => {
  askAhead(performance.now())
  askAhead(performance.now())
  expect([FakeWorker.made.length, worker().asked.length, isAhead()]).toEqual([1, 0, true])
  vi.advanceTimersByTime(499)
  expect(worker().asked).toEqual([])
  vi.advanceTimersByTime(1)
  expect(worker().asked).toMatchObject([{ seq: 1, got: 0 }])
  worker().answer({ seq: 1, changes })
  const source = createStatesSource()
  expect(await source.load(signal)).toEqual(changes)
  // The next question goes to the same worker and says what has arrived.
  const next = source.load(signal)
  expect(worker().asked.at(-1)).toMatchObject({ seq: 2, got: 1 })
  worker().answer({ seq: 2, changes })
  await next
  expect([FakeWorker.made.length, isAhead()]).toEqual([1, false])
})

it('asks the names beside it, for one taker', async () => {
  askAhead(performance.now())
  expect(calls).toEqual(['/v1/godbDistrictNameList', '/v1/godbGatewayNameList'])
  expect(await takeNames()?.areas).toEqual([])
  expect(takeNames()).toBeNull()
})

it('throws away what nobody took for 10 s', () => {
  askAhead(performance.now())
  vi.advanceTimersByTime(10_000)
  expect([takeAhead(), worker().ended]).toEqual([null, true])
})

it('reads on the page where the worker broke, and passes a refusal on', async () => {
  askAhead(performance.now())
  worker().dispatchEvent(new Event('error'))
  expect(await createStatesSource().load(signal)).toMatchObject({ full: true, devices: [] })
  expect(calls).toContain('/v1/godbDeviceState')
  askAhead(performance.now())
  FakeWorker.made.at(-1)?.answer({ seq: 1, failure: { message: 'no', status: 403, body: { code: 403 } } })
  await expect(createStatesSource().load(signal)).rejects.toMatchObject({ status: 403, message: 'no' })
})
