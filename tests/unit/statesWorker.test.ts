import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StatesInbox, type StatesAnswer, type StatesMessage } from '../../src/live/states/statesInbox.ts'
import type { StatesQuestion } from '../../src/live/states/statesSource.ts'

/** A platform behind `fetch`: the requests it received, and its answer to each in turn. */
const asked: string[] = []
let answers: ((signal: AbortSignal) => Promise<Response>)[] = []
let ask: (question: StatesQuestion) => void
let hear: (message: StatesMessage) => void

const device = (id: number, value: number, name = `D${id}`) => ({
  id,
  name,
  nodestatelist: [
    { id: 41, alias: 'PM2.5', lastdata: { historydata: value, insertdate: 1_700_000_000_000 } },
    { id: 42, alias: 'PM10', lastdata: null },
  ],
})
const json = (data: unknown, headers: Record<string, string> = {}) =>
  Promise.resolve(new Response(JSON.stringify({ code: 0, msg: '', data }), { headers }))
const plain = (data: unknown[], version?: string) => () =>
  json(data, version === undefined ? {} : { 'x-live-version': version })
const since =
  (version: string, more: object = {}) =>
  () =>
    json({ version, full: 0, devices: [], removed: [], values: [], ...more })

/** What the page makes of the worker's answer to a question. */
const told = (seq: number, lastReceived: number): Promise<StatesAnswer> =>
  new Promise((resolve) => {
    const inbox = new StatesInbox(seq)
    hear = (message) => {
      const answer = inbox.take(message)
      if (answer) resolve(answer)
    }
    ask({ seq, lastReceived, first: 7, token: 't', languageTag: 'en' })
  })
const changed = async (seq: number, lastReceived = seq - 1) => {
  const answer = await told(seq, lastReceived)
  if (!('changes' in answer)) throw new Error(answer.failure.message)
  const { full, devices, removed, values } = answer.changes
  return { full, devices: devices.map(({ id }) => id), removed, values: [...values] }
}

beforeEach(async () => {
  asked.length = 0
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    asked.push(url.replace('/v1/godbDeviceState', ''))
    return answers.shift()?.(signal)
  })
  vi.stubGlobal('self', {
    addEventListener: (_type: string, listen: (event: { data: StatesQuestion }) => void) => {
      ask = (data) => listen({ data })
    },
    postMessage: (message: StatesMessage) => hear(structuredClone(message)),
  })
  vi.resetModules()
  await import('../../src/live/states/states.worker.ts')
})
afterEach(() => vi.unstubAllGlobals())

it('states worker requests changes since the last version and passes on only actual changes', async () => {
  const at = 1_700_000_001_000
  answers = [
    plain([device(1, 1), device(2, 2), device(3, 3)], 'p.v.1'),
    since('p.v.2', { values: [1, 41, 9, at, 2, 42, 5, at, 2, 41, 2, 1_700_000_000_000, 77, 41, 1, at, 1, 99, 1, at] }),
    since('p.v.3', { devices: [device(2, 2, 'new'), device(4, 4)], removed: [3, 88] }),
    since('p.v.4'),
    since('q.v.1', { full: 1, devices: [device(1, 9), device(2, 2, 'new')] }),
    since('q.v.2', { values: [1, 41, 10, at] }),
  ]
  expect(await changed(1, 0)).toMatchObject({ full: true, devices: [1, 2, 3] })
  // Of the platform's values, only changed values of known nodes are passed on.
  expect(await changed(2)).toEqual({ full: false, devices: [], removed: [], values: [1, 41, 9, at, 2, 42, 5, at] })
  expect(await changed(3)).toEqual({ full: false, devices: [2, 4], removed: [3], values: [] })
  expect(await changed(4)).toEqual({ full: false, devices: [], removed: [], values: [] })
  // A full answer, from a restarted platform, is compared with the state assembled so far.
  expect(await changed(5)).toEqual({
    full: false,
    devices: [],
    removed: [4],
    values: [1, 41, 9, 1_700_000_000_000],
  })
  expect(await changed(6)).toEqual({ full: false, devices: [], removed: [], values: [1, 41, 10, at] })
  expect(asked).toEqual(['?first=7', '?since=p.v.1', '?since=p.v.2', '?since=p.v.3', '?since=p.v.4', '?since=q.v.1'])
})

it('states worker requests the whole state from a platform without versions', async () => {
  answers = [plain([device(1, 1)]), plain([device(1, 2)], 'p.v.1'), plain([device(1, 3)]), plain([device(1, 3)])]
  expect(await changed(1, 0)).toMatchObject({ full: true, devices: [1] })
  for (const seq of [2, 3]) expect((await changed(seq)).values).toEqual([1, 41, seq, 1_700_000_000_000])
  expect(await changed(4)).toMatchObject({ full: false, devices: [], values: [] })
  expect(asked).toEqual(['?first=7', '?first=7', '?since=p.v.1', '?first=7'])
})

it('states worker requests the whole state if the page missed an answer, else changes since the last one', async () => {
  const down = () => Promise.resolve(new Response('<html>', { status: 502 }))
  const all = [device(1, 1)]
  answers = [plain(all, 'p.v.1'), down, since('p.v.2', { values: [1, 41, 2, 1_700_000_000_000] }), plain(all, 'p.v.3')]
  await changed(1, 0)
  expect(await told(2, 1)).toMatchObject({ failure: { status: 502 } })
  expect((await changed(3, 1)).values).toEqual([1, 41, 2, 1_700_000_000_000])
  expect(await changed(4, 1)).toMatchObject({ full: true, devices: [1] })
  expect(asked).toEqual(['?first=7', '?since=p.v.1', '?since=p.v.1', '?first=7'])
})

it('states worker aborts an outdated request and delivers its changes with the next answer', async () => {
  const never = (signal: AbortSignal) =>
    new Promise<Response>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  answers = [plain([device(1, 1)], 'p.v.1'), never, since('p.v.2', { values: [1, 41, 2, 1_700_000_000_000] })]
  await changed(1, 0)
  void told(2, 1)
  expect((await changed(3, 1)).values).toEqual([1, 41, 2, 1_700_000_000_000])
  expect(asked).toEqual(['?first=7', '?since=p.v.1', '?since=p.v.1'])
})
