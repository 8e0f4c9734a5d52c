import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE } from '../../resources/kit/zone.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { newSamplesReader } from '../../src/bigscreen/queries/newSamples.ts'

const T = Date.parse('2026-11-22T00:00:00Z')
const DAY = { from: T, to: T + 1440 * MINUTE - 1 }

/** The platform's data: values by minute for each node, and doubtful values. */
let stored: Map<number, Map<number, number>>
let flags: { nodemapid: number; t: number; value: number; flag: number; tests: string[] }[]
let isDown: boolean
/** Start minutes of the requests. */
let asked: number[]

beforeEach(() => {
  vi.useFakeTimers({ now: T, toFake: ['Date'] })
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
  stored = new Map([[41, new Map()]])
  flags = []
  isDown = false
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    const [from = 0, to = 0] = new URL(url, 'http://platform').pathname.split('/').slice(-2).map(Number)
    asked.push((from - T) / MINUTE)
    if (isDown) throw new TypeError('no network')
    const nodes = [...stored].map(([id, values]) => ({
      node: { id, alias: `${id}`, unitname: '', registertype: 4, node_script: '' },
      samples: [...values]
        .map(([minute, value]) => [T + minute * MINUTE, value] as const)
        .filter(([at]) => at >= from && at <= to),
    }))
    const data = {
      nodeArr: nodes.map(({ node }) => node),
      dataset: nodes.map(({ node, samples }) => ({ nodemapid: node.id, data: samples })),
      flags: flags.filter(({ t }) => t >= from && t <= to),
    }
    return new Response(JSON.stringify({ code: 0, msg: '', data }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const told = (minute: number, value: number, node = 41) => stored.get(node)?.set(minute, value)
/** Reads at a minute; returns the samples by node. */
async function readAt(read: ReturnType<typeof newSamplesReader>, minute: number) {
  vi.setSystemTime(T + minute * MINUTE)
  const nodes = await read(7, DAY, new AbortController().signal)
  return nodes.map(({ id, times, values, beside = [] }) => ({
    id,
    samples: Object.fromEntries(times.map((at, place) => [(at - T) / MINUTE, values[place]])),
    doubted: beside.map(({ at }) => (at - T) / MINUTE),
  }))
}

describe('newSamplesReader (history of the wall)', () => {
  it('requests data from 5 min before its newest sample, and all data again after 15 min', async () => {
    for (const minute of [10, 20, 30]) told(minute, minute)
    const read = newSamplesReader()
    expect(await readAt(read, 30)).toMatchObject([{ samples: { 10: 10, 20: 20, 30: 30 } }])
    // One value is new, another one was corrected, and a third, from long ago, was corrected too.
    told(31, 31)
    told(30, 33)
    told(10, 11)
    expect((await readAt(read, 31))[0]?.samples).toEqual({ 10: 10, 20: 20, 30: 33, 31: 31 })
    expect((await readAt(read, 44))[0]?.samples).toEqual({ 10: 10, 20: 20, 30: 33, 31: 31 })
    expect((await readAt(read, 45))[0]?.samples).toEqual({ 10: 11, 20: 20, 30: 33, 31: 31 })
    expect(asked).toEqual([0, 25, 26, 0])
  })

  it('moves a sample from the line to the doubtful values and back when its flag changes', async () => {
    for (const minute of [10, 30]) told(minute, minute)
    const read = newSamplesReader()
    await readAt(read, 30)
    flags = [{ nodemapid: 41, t: T + 30 * MINUTE, value: 30, flag: 4, tests: [] }]
    told(31, 31)
    expect(await readAt(read, 31)).toEqual([{ id: 41, samples: { 10: 10, 31: 31 }, doubted: [30] }])
    flags = []
    expect(await readAt(read, 32)).toEqual([{ id: 41, samples: { 10: 10, 30: 30, 31: 31 }, doubted: [] }])
  })

  it('requests all data while it has none, adds nodes that start later and keeps samples after a failed request', async () => {
    const read = newSamplesReader()
    await readAt(read, 1)
    told(2, 5)
    await readAt(read, 2)
    stored.set(42, new Map([[3, 7]]))
    isDown = true
    await expect(readAt(read, 3)).rejects.toThrow('error.network')
    isDown = false
    const both = await readAt(read, 4)
    expect(both.map(({ id, samples }) => [id, samples])).toEqual([
      [41, { 2: 5 }],
      [42, { 3: 7 }],
    ])
    expect(asked).toEqual([0, 0, 0, 0])
    stored.delete(41)
    expect(await readAt(read, 20)).toHaveLength(1)
  })
})
