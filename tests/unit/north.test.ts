import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../server/north/addresses.ts'
import { treeOf, valueProblem, type NorthDevice, type StoredRow, type PushValue } from '../../server/north/format.ts'
import { toJson } from '../../server/north/formats/json.ts'
import { nextResult, waitAfter } from '../../server/north/results.ts'
import { shape } from '../../server/north/shape.ts'
import { timeText } from '../../server/north/time.ts'
import { toXml } from '../../server/north/formats/xml.ts'

const now = Date.UTC(2026, 4, 6, 7, 8, 9, 12)
const device = (id: number, more: Partial<NorthDevice> = {}): NorthDevice => ({
  id,
  sn: `100${id}`,
  sn_value: null,
  name: `站 ${id}`,
  project_id: 1,
  district_id: 2,
  gateway_id: null,
  devicetype_id: 1,
  online: true,
  time: now - 1000,
  nodes: [
    { id: 11, alias: 'PM2.5', nodeaddr: 1, unitname: 'µg/m³', value: 35.5, time: now - 2000, flag: 3 },
    { id: 12, alias: '温度', nodeaddr: 2, unitname: '℃', value: null, time: null, flag: null },
  ],
  ...more,
})
const push = { name: '环保局', devices: [device(1), device(2)], now, timeZone: 'Asia/Shanghai' }

/** id, parent, key type, name type, name, value type, value. */
type Line = [number, number, number, number, string, number, string]
const rowsOf = (lines: readonly Line[]): StoredRow[] =>
  lines.map(([id, super_id, key_type, key_name_type, key_name_value, key_value_type, key_value_value]) => ({
    id,
    super_id,
    key_type,
    key_name_type,
    key_name_value,
    key_value_type,
    key_value_value,
  }))
const shaped = (lines: readonly Line[], more: Partial<typeof push> = {}): unknown =>
  JSON.parse(toJson(shape(treeOf(rowsOf(lines)), { ...push, ...more })))

describe('northbound document', () => {
  it('has the platform’s default structure without a format', () => {
    expect(shaped([], { devices: [device(1)] })).toEqual({
      name: '环保局',
      time: now,
      devices: [
        {
          id: 1,
          sn: '1001',
          name: '站 1',
          online: 1,
          time: now - 1000,
          values: [
            { address: 1, name: 'PM2.5', unit: 'µg/m³', value: 35.5, time: now - 2000, flag: 3 },
            { address: 2, name: '温度', unit: '℃', value: null, time: null, flag: null },
          ],
        },
      ],
    })
  })

  it('repeats an array for all devices, with nested arrays for their nodes', () => {
    const lines: Line[] = [
      [1, 0, 1, 1, 'head', 1, '-'],
      [2, 1, 3, 1, 'version', 1, '1.2'],
      [3, 1, 3, 1, 'code', 1, '007'],
      [4, 0, 2, 1, 'stations', 3, 'id'],
      [5, 4, 3, 1, 'code', 3, 'sn'],
      [6, 4, 2, 1, 'items', 2, '*'],
      [7, 6, 3, 1, 'k', 3, 'nodeaddr'],
      [8, 6, 3, 1, 'v', 2, '*'],
      [9, 6, 3, 1, 't', 4, 's'],
      [10, 6, 3, 1, 'q', 3, 'flag'],
    ]
    const station = (sn: string) => ({
      code: sn,
      items: [
        { k: 1, v: 35.5, t: Math.floor((now - 2000) / 1000), q: 3 },
        { k: 2, v: null, t: null, q: null },
      ],
    })
    expect(shaped(lines)).toEqual({ head: { version: 1.2, code: '007' }, stations: [station('1001'), station('1002')] })
  })

  it('is a list with one document per device if no array repeats for the devices', () => {
    const lines: Line[] = [
      [1, 0, 3, 1, 'sn', 3, 'sn'],
      [2, 0, 3, 2, 'PM2.5', 2, 'PM2.5'],
      [3, 0, 3, 3, '温度', 2, '温度'],
      [4, 0, 2, 1, 'raw', 2, '1,温度'],
      [5, 0, 3, 1, 'at', 4, 'yyyy-MM-dd HH:mm:ss'],
      [6, 0, 3, 1, 'sent', 4, 'now iso'],
      [7, 0, 3, 1, 'missing', 2, 'nothing'],
    ]
    const one = (sn: string) => ({
      sn,
      'PM2.5': 35.5,
      2: null,
      raw: [35.5, null],
      at: '2026-05-06 15:08:08',
      sent: '2026-05-06T07:08:09.012Z',
      missing: null,
    })
    expect(shaped(lines)).toEqual([one('1001'), one('1002')])
    expect(shaped(lines, { devices: [] })).toEqual([])
  })

  it('has a member for every node of the device for *', () => {
    expect(shaped([[1, 0, 3, 2, '*', 2, '*']], { devices: [device(1)] })).toEqual([{ 'PM2.5': 35.5, 温度: null }])
    expect(shaped([[1, 0, 3, 3, '*', 2, '*']], { devices: [device(1)] })).toEqual([{ 1: 35.5, 2: null }])
    expect(shaped([[1, 0, 3, 1, 'data', 2, '*']], { devices: [device(1)] })).toEqual([
      { data: { 'PM2.5': 35.5, 温度: null } },
    ])
  })

  it('handles cycles, orphans, prototype names and numbers that JSON lacks', () => {
    const lines: Line[] = [
      [1, 2, 1, 1, 'a', 1, '-'],
      [2, 1, 1, 1, 'b', 1, '-'],
      [3, 99, 3, 1, 'c', 1, '-'],
      [4, 4, 1, 1, 'd', 1, '-'],
      [5, 0, 3, 1, '__proto__', 1, 'x'],
      [6, 0, 3, 1, 'p', 3, 'constructor'],
    ]
    expect(toJson(shape(treeOf(rowsOf(lines)), { ...push, devices: [device(1)] }))).toBe('[{"__proto__":"x","p":null}]')
    expect(toJson([Infinity, NaN])).toBe('[null,null]')
  })

  it('rejects nested arrays that grow too large and includes each row once', () => {
    // 2 nodes, at 16 levels.
    const arrays = Array.from({ length: 16 }, (_, at): Line => [at + 1, at, 2, 1, `a${at}`, 2, '*'])
    expect(() => shaped(arrays)).toThrow('error.tooLarge')
    expect(() => shaped(arrays.slice(0, 4))).not.toThrow()
    const twins = arrays.flatMap((line) => [line, line])
    const sizeOf = (rows: ReturnType<typeof treeOf>): number =>
      rows.reduce((sum, { children }) => sum + 1 + sizeOf(children), 0)
    expect(sizeOf(treeOf(rowsOf(twins)))).toBe(twins.length)
    expect(
      sizeOf(
        treeOf(
          rowsOf([
            [0, 0, 1, 1, 'a', 1, '-'],
            [0, 0, 1, 1, 'b', 1, '-'],
          ]),
        ),
      ),
    ).toBe(2)
  })

  it('rejects an unknown property or time format', () => {
    const row = { key_type: 3, key_value_type: 3, key_value_value: 'toString' }
    expect(valueProblem(row)).toMatchObject({ key: 'error.north.property' })
    expect(valueProblem({ ...row, key_value_value: 'sn' })).toBeNull()
    expect(valueProblem({ ...row, key_value_type: 4, key_value_value: 'noon' })).toEqual({ key: 'error.north.time' })
    for (const form of ['ms', 's', 'iso', 'now ms', 'yyyy/MM/dd'])
      expect(valueProblem({ ...row, key_value_type: 4, key_value_value: form })).toBeNull()
    expect(timeText('now s', null, push)).toBe(Math.floor(now / 1000))
    expect(timeText('ms', null, push)).toBeNull()
  })
})

describe('toXml', () => {
  const map = (entries: Record<string, PushValue>): PushValue => new Map(Object.entries(entries))
  it('escapes reserved characters and drops invalid ones', () => {
    expect(
      toXml(
        map({
          a: `<b a="1">'&'</b>]]>`,
          c: 'x\u0000\u0008\ud800y\n',
          n: null,
          e: '',
          f: false,
          l: [1, map({ z: '😀' })],
        }),
      ),
    ).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<data><a>&lt;b a=&quot;1&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;]]&gt;</a><c>xy&#10;</c><n/><e/><f>false</f><l><item>1</item><item><z>😀</z></item></l></data>',
    )
  })
  it('derives a valid element name from any key and keeps a differing key as attribute', () => {
    const tag = (name: string): string =>
      toXml(map({ [name]: 1 }))
        .split('\n')[1]
        ?.slice('<data>'.length, -'</data>'.length) ?? ''
    expect(tag('PM2.5')).toBe('<PM2.5>1</PM2.5>')
    expect(tag('温度')).toBe('<温度>1</温度>')
    expect(tag('1')).toBe('<_1 name="1">1</_1>')
    expect(tag('a b"><x')).toBe('<a_b___x name="a b&quot;&gt;&lt;x">1</a_b___x>')
    expect(tag('xmlns')).toBe('<_xmlns name="xmlns">1</_xmlns>')
    expect(tag('µg:h²')).toBe('<_g_h_ name="µg:h²">1</_g_h_>')
    expect(tag('')).toBe('<_ name="">1</_>')
  })
})

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '168.63.129.16',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fec0::1',
    'localhost',
    '',
    '1.2.3',
  ])('returns false for %s', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '114.114.114.114',
    '223.255.255.254',
    '2606:4700:4700::1111',
    '240e::1',
  ])('returns true for %s', (address) => expect(isPublicAddress(address)).toBe(true))
})

describe('push schedule', () => {
  const outcome = (ok: boolean) => ({ ok, key: 'error.north.status', args: { status: 500 } }) as const
  it('keeps the interval without catching up on missed pushes', () => {
    const first = nextResult(undefined, outcome(true), 1000, 60_000)
    expect(first).toMatchObject({ last_ok: 1, failures: 0, next_at: 61_000 })
    expect(nextResult(first, outcome(true), 61_700, 60_000).next_at).toBe(121_000)
    expect(nextResult(first, outcome(true), 500_000, 60_000).next_at).toBe(560_000)
  })
  it('waits longer after each failure, up to a limit, and resets after a success', () => {
    expect([1, 2, 3, 7, 8, 1000].map((failures) => waitAfter(failures, 1000))).toEqual([
      5000, 10_000, 20_000, 300_000, 300_000, 300_000,
    ])
    expect(waitAfter(1000, 3_600_000)).toBe(3_600_000)
    const failed = nextResult(nextResult(undefined, outcome(false), 0, 60_000), outcome(false), 5000, 60_000)
    expect(failed).toMatchObject({ last_ok: 0, failures: 2, next_at: 15_000 })
    expect(nextResult(failed, outcome(true), 15_000, 60_000)).toMatchObject({ failures: 0, next_at: 75_000 })
  })
})
