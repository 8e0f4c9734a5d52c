import { afterEach, describe, expect, it, vi } from 'vitest'
import { streamDeviceStates } from '../../dataProvider/calls.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { readDevices, type DeviceState } from '../../dataProvider/normalise.ts'
import { RecordCutter } from '../../dataProvider/recordCutter.ts'
import { Snapshot } from '../../src/live/states/changes.ts'
import { pack, unpack } from '../../src/live/states/packed.ts'
import { StatesInbox } from '../../src/live/states/statesInbox.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const row = (id: number, more: object = {}) => ({
  id,
  sn: `sn${id}`,
  name: `名称 "{[${id}]}" \\`,
  sn_value: { String: '', Valid: false },
  deviceisonline: '1',
  thre_list: id % 2 ? [3] : null,
  nodestatelist: [
    {
      id: 1,
      alias: 'PM2.5 µg',
      registertype: 3,
      min_value: 0,
      max_value: '250',
      lastdata: { historydata: id / 10, insertdate: 1_700_000_000 },
    },
    { id: 2, alias: '阀', registertype: 1, lastdata: null },
  ],
  ...more,
})

/** Feeds an answer to the cutter in pieces of a size. */
function cut(answer: string, size: number): { records: unknown[]; rest: string } {
  const cutter = new RecordCutter()
  const all = bytes(answer)
  const records: unknown[] = []
  for (let at = 0; at < all.length; at += size) records.push(...cutter.cut(all.subarray(at, at + size)))
  return { records, rest: cutter.rest() }
}

describe('RecordCutter', () => {
  const rows = [row(1), row(2), row(3)]

  it.each([1, 2, 7, 64, 100_000])('returns the same records in pieces of %i bytes', (size) => {
    expect(cut(JSON.stringify({ code: 0, msg: '好 "x"', data: rows }), size)).toEqual({
      records: rows,
      rest: '{"code":0,"msg":"好 \\"x\\"","data":[]}',
    })
    const listed = cut(`${JSON.stringify({ code: '0', data: { total: 3, list: rows } }, null, 2)}\n`, size)
    expect([listed.records, JSON.parse(listed.rest)]).toEqual([rows, { code: '0', data: { total: 3, list: [] } }])
    const since = { version: 'p.v.1', full: 1, devices: rows, removed: [7], values: [7, 41, 0.5, 1] }
    const told = cut(JSON.stringify({ code: 0, msg: '', data: since }), size)
    expect([told.records, JSON.parse(told.rest)]).toEqual([rows, { code: 0, msg: '', data: { ...since, devices: [] } }])
  })

  it.each([
    ['an error response', '{"code":9,"msg":"不行","data":null}'],
    ['an HTML page of a proxy', '<html>502</html>'],
    ['an empty response', ''],
    ['a list under another key', '{"data2":[1],"code":0}'],
    ['a long response without a list', `{"code":0,"msg":"${'长'.repeat(9000)}"}`],
  ])('returns no records for %s and leaves the text unchanged', (_what, answer) => {
    for (const size of [1, 50, 100_000]) expect(cut(answer, size)).toEqual({ records: [], rest: answer })
  })

  it('leaves text that is not valid JSON when the response is truncated', () => {
    expect(
      () => JSON.parse(cut(JSON.stringify({ code: 0, msg: '', data: rows }).slice(0, -40), 50).rest) as unknown,
    ).toThrow(SyntaxError)
  })
})

describe('streamDeviceStates', () => {
  afterEach(() => vi.unstubAllGlobals())
  const answered = async (body: BodyInit): Promise<DeviceState[]> => {
    configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
    const devices: DeviceState[] = []
    await streamDeviceStates((part) => devices.push(...part))
    return devices
  }

  it('returns the same devices as the whole response, each once', async () => {
    const rows = Array.from({ length: 700 }, (_, at) => row((at % 600) + 1))
    expect(await answered(JSON.stringify({ code: 0, msg: '', data: rows }))).toEqual(readDevices(rows))
    expect(await answered('{"code":0,"msg":"","data":null}')).toEqual([])
  })

  it('returns the changes since a version and skips invalid values', async () => {
    configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
    const asked: string[] = []
    const values = ['7', 41, '0.5', 1_700_000_000, 7, 42, null, 5, 'x', 1, 1, 1, 7, 43]
    const data = { version: 'p.v.2', full: 0, devices: [row(1)], removed: [3, 'x', '4'], values }
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url)
      return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: '', data })))
    })
    const devices: DeviceState[] = []
    expect(await streamDeviceStates((part) => devices.push(...part), { since: 'p.v.1' })).toEqual({
      version: 'p.v.2',
      full: false,
      removed: [3, 4],
      values: [7, 41, 0.5, 1_700_000_000_000, 7, 42, Number.NaN, Number.NaN],
    })
    expect([devices, asked]).toEqual([readDevices([row(1)]), ['/v1/godbDeviceState?since=p.v.1']])
    // A caller that requests everything receives everything.
    expect(await streamDeviceStates(() => {})).toMatchObject({ full: true })
  })

  it.each([
    ['{"code":7,"msg":"满了","data":null}', '满了'],
    ['<html>', 'error.badAnswer'],
    ['{"code":0,"msg":"","data":[{"id":1},{"id":2', 'error.badAnswer'],
    ['{"code":0,"msg":"","data":[{"id":1 x}]}', 'error.badAnswer'],
  ])('fails for %s with %s', async (body, message) => {
    await expect(answered(body)).rejects.toMatchObject({ message })
  })
})

describe('device states passed between threads', () => {
  const devices = readDevices([
    row(1),
    row(2, {
      nodestatelist: [{ id: 1, alias: 'other', registertype: 4, lastdata: { historydata: 0, insertdate: 0 } }],
    }),
    row(3),
    row(4, { nodestatelist: [] }),
  ])

  it('are unchanged after pack and unpack', () => {
    expect(unpack(structuredClone(pack(devices)))).toEqual(devices)
  })

  it('are joined into one response, even if another one arrives in between', () => {
    const inbox = new StatesInbox(2)
    const snapshot = new Snapshot()
    const parts = [devices.slice(0, 1), devices.slice(1)]
    const comparison = snapshot.begin()
    for (const part of parts)
      expect(inbox.take({ seq: 2, isUrgentFirst: false, part: pack(comparison.take(part)) })).toBeNull()
    expect(inbox.take({ seq: 1, failure: { message: 'no', status: 0, body: { code: null } } })).toBeNull()
    expect(inbox.take({ seq: 2, changes: comparison.end() })).toEqual({
      changes: { full: true, devices, removed: [], values: new Float64Array() },
    })
    // Handed-over data is not kept as well: an inbox lives as long as its worker.
    expect(JSON.stringify(inbox)).not.toContain('"sn"')
    expect(snapshot.accept(devices.slice(1))).toMatchObject({ full: false, devices: [], removed: [1] })
    // The page discarded the parts of an answer that broke off: everything is sent again.
    snapshot.begin().take(readDevices([row(1, { name: 'new' })]))
    expect(snapshot.accept(devices.slice(1))).toMatchObject({ full: true, devices: devices.slice(1), removed: [] })
    snapshot.forget()
    expect(snapshot.accept(devices)).toMatchObject({ full: true, devices })
  })
})
