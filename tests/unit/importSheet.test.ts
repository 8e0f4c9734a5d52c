import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '../../dataProvider/rows.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { dictionary } from '../../resources/dictionary.ts'
import { resourceOf } from '../../resources/index.ts'
import { parseKeys, type Caller } from '../../resources/kit/access.ts'
import { zoneOf } from '../../resources/kit/zone.ts'
import { refIndexOf, type ImportLookups } from '../../src/import/lookups.ts'
import { reasonOf } from '../../src/import/sheet/reasons.ts'
import { createSending, ready } from '../../src/import/sending.ts'
import { Sheet } from '../../src/import/sheet/sheet.ts'
import { suggestionsOf } from '../../src/import/sheet/CellEditor.tsx'

const root: Caller = { id: 1, super_id: 1, project_id: null, keys: parseKeys('[]'), districts: [], types: [] }
const device = resourceOf('manage/device')
const area = resourceOf('manage/area')
const gateway = resourceOf('manage/gateway')

const areas: Row[] = [
  { id: 2, name: '桥西区', superid: 1, project_id: 1 },
  { id: 3, name: '河段', superid: 2, project_id: 1 },
  { id: 4, name: '鹿泉区', superid: 1, project_id: 1 },
  { id: 5, name: '河段', superid: 4, project_id: 1 },
  { id: 6, name: '外区', superid: 1, project_id: 2 },
]
const lookups: ImportLookups = {
  refs: new Map([
    ['manage/area', refIndexOf(area, areas)],
    ['manage/product', refIndexOf(resourceOf('manage/product'), [{ id: 9, name: '空气站' }])],
    [
      'manage/gateway',
      refIndexOf(gateway, [
        { id: 1, name: 'GW-01', regcode: '1001', project_id: 1 },
        { id: 1001, name: 'GW-02', regcode: '7', project_id: 1 },
      ]),
    ],
    [
      'permissionCenter/project',
      refIndexOf(resourceOf('permissionCenter/project'), [
        { id: 1, name: '城区' },
        { id: 2, name: '工地' },
      ]),
    ],
  ]),
  words: new Map([['ProtocalType', dictionary.ProtocalType.map(({ value, label }) => ({ value, label, text: '' }))]]),
  zone: zoneOf('Asia/Shanghai'),
}
const sheetOf = (resource: typeof device, lines: string[], caller = root, project: number | null = 1) =>
  new Sheet(
    resource,
    caller,
    lines.map((line) => line.split(',')),
    lookups,
    project,
  )
const first = (sheet: Sheet, at = 0) => sheet.rows[at] ?? expect.fail('no such row')
const keysOf = (sheet: Sheet, at = 0) =>
  Object.fromEntries(
    Object.entries(sheet.problems(first(sheet, at))).map(([name, problem]) => [
      name,
      typeof problem === 'string' ? problem : problem.key,
    ]),
  )

describe('rows of an import sheet', () => {
  it('are converted to records: names, paths, codes and labels become ids and numbers', () => {
    const sheet = sheetOf(device, [
      'name,issingle,district_id,devicetype_id,gateway_id,save_cycle,positional',
      '水站一,网关接入,桥西区 / 河段,空气站,gw-01,-2,114.5 38',
    ])
    expect(sheet.bad).toEqual([])
    expect(sheet.judged(first(sheet)).values).toMatchObject({
      name: '水站一',
      issingle: 0,
      district_id: 3,
      devicetype_id: 9,
      gateway_id: 1,
      save_cycle: 100_000_000,
      project_id: 1,
      acquisition_cycle: 30,
      positional: '{"maplng":114.5,"maplat":38}',
    })
  })

  it.each([
    ['Standalone', 1],
    ['獨立裝置', 1],
    ['1', 1],
  ])('read %s as a standalone device', (text, value) => {
    const sheet = sheetOf(device, ['name,issingle,protocol_type', `水站一,${text},Modbus RTU 透傳`])
    expect(sheet.judged(first(sheet)).values).toMatchObject({ issingle: value, protocol_type: 3 })
  })

  it.each([
    ['district_id', '河段', 'importing.problem.ambiguous'],
    ['district_id', '没有', 'importing.problem.unknown'],
    ['district_id', '外区', 'error.rule.otherProject'],
    ['district_id', '3', undefined],
    // The id of one gateway and the code of another: only the user knows which is meant.
    ['gateway_id', '1001', 'importing.problem.ambiguous'],
    ['gateway_id', '7', undefined],
    ['acquisition_cycle', '5', 'error.rule.min'],
    ['name', '<b>', 'error.rule.special'],
    ['sn', '12a', 'error.rule.digits'],
    ['issingle', '别的', 'error.rule.choice'],
    ['positional', '河边', 'error.rule.point'],
  ])('report the problem of %s = %s', (field, text, problem) => {
    const sheet = sheetOf(device, [
      `name,district_id,devicetype_id,gateway_id,${field}2`,
      '水站一,桥西区,空气站,GW-01,',
    ])
    sheet.edit(first(sheet), field, text)
    expect(keysOf(sheet)[field]).toBe(problem)
  })

  it('report a duplicate unique value until it is changed', () => {
    const sheet = sheetOf(gateway, ['name,regcode,protocol_type', '一号网关,55,1', '二号网关,55,1'])
    expect(keysOf(sheet, 0)).toEqual({})
    expect(sheet.problems(first(sheet, 1))).toEqual({ regcode: { key: 'importing.problem.twice', args: { line: 2 } } })
    sheet.edit(first(sheet, 0), 'regcode', '56')
    expect(sheet.bad).toEqual([])
  })

  it('are validated again after a change of project, column mapping or header', () => {
    const sheet = sheetOf(device, ['水站一,0,,桥西区,空气站,,,GW-01'])
    expect([sheet.header, sheet.bad.length]).toEqual([false, 0])
    sheet.setProject(2)
    expect(keysOf(sheet)).toEqual({ district_id: 'error.rule.otherProject', gateway_id: 'error.rule.otherProject' })
    sheet.setProject(1)
    sheet.map(3, null)
    expect(keysOf(sheet)).toEqual({ district_id: 'error.rule.required' })
    sheet.map(3, 'district_id')
    expect(sheet.bad).toEqual([])
    sheet.setHeader(true)
    expect(sheet.rows).toEqual([])
  })

  it('suggest the permitted values of a cell', () => {
    const sheet = sheetOf(device, ['name', '水站一'])
    expect(suggestionsOf(sheet, first(sheet), 'district_id', ([text]) => text)).toEqual([
      '桥西区',
      '桥西区 / 河段',
      '鹿泉区',
      '鹿泉区 / 河段',
    ])
    expect(suggestionsOf(sheet, first(sheet), 'name', ([text]) => text)).toEqual([])
  })

  it('are valid for 10,000 devices', () => {
    const sheet = sheetOf(device, [
      'name,issingle,district_id,devicetype_id,gateway_id,sn',
      ...Array.from({ length: 10_000 }, (_, at) => `水站${at},0,桥西区,空气站,GW-01,${at}`),
    ])
    expect(sheet.bad).toEqual([])
  })
})

describe('import of a tree', () => {
  const lines = ['name,superid', '孙,子', '子,父', '父,桥西区', '甲,乙', '乙,甲', '谁,没有']

  it('accepts parents from the same file and rejects a cycle', () => {
    const sheet = sheetOf(area, lines)
    expect(sheet.rows.map((_row, at) => keysOf(sheet, at)['superid'])).toEqual([
      undefined,
      undefined,
      undefined,
      'error.rule.cycle',
      'error.rule.cycle',
      'importing.problem.unknown',
    ])
    expect(ready(sheet, 10).map((row) => sheet.text(row, 'name'))).toEqual(['父'])
  })

  it('reports an ambiguous parent when a record has the same name as a row', () => {
    const sheet = sheetOf(area, ['name,superid', '桥西区,鹿泉区', '新河,桥西区'])
    expect(keysOf(sheet, 1)).toEqual({ superid: 'importing.problem.ambiguous' })
  })

  it('accepts the root as parent for the super administrator only', () => {
    expect(keysOf(sheetOf(area, ['name,superid', '新区,1']))).toEqual({})
    expect(keysOf(sheetOf(area, ['name,superid', '新区,1'], { ...root, super_id: 2, project_id: 1 }))).toEqual({
      superid: 'error.rule.missing',
    })
  })
})

describe('createSending', () => {
  const sent: { path: string; body: { rows?: Record<string, unknown>[] } & Record<string, unknown> }[] = []
  let answer: (request: (typeof sent)[number]) => Response | Promise<Response>
  const ok = (data: unknown) => new Response(JSON.stringify({ code: 0, msg: '', data }))
  beforeEach(() => {
    sent.length = 0
    configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const request = {
        path: url.replace('/v1/', ''),
        body: JSON.parse(String(init.body)) as (typeof sent)[number]['body'],
      }
      sent.push(request)
      return answer(request)
    })
  })

  it('sends parents first, and their children with the new ids', async () => {
    let id = 100
    answer = ({ body }) => ok(body.rows?.map((_row, index) => ({ index, id: id++ })))
    const sheet = sheetOf(area, ['name,superid', '孙,子', '子,父', '父,桥西区'])
    const sending = createSending(sheet, true)
    await sending.start()
    expect(
      sent.map(({ path, body }) => [path, body.rows?.map(({ name, superid }) => `${String(name)} ${String(superid)}`)]),
    ).toEqual([
      ['godbDistrict/batch', ['父 2']],
      ['godbDistrict/batch', ['子 100']],
      ['godbDistrict/batch', ['孙 101']],
    ])
    expect(sending.progress()).toEqual({ phase: 'finished', error: null })
  })

  it('reports the reason for each failed row, and for rows that depend on it', async () => {
    answer = ({ body }) =>
      ok(body.rows?.map((_row, index) => ({ index, msg: '有内容需要修改', fields: { name: '不行' } })))
    const sheet = sheetOf(area, ['name,superid', '子,父', '父,桥西区'])
    await createSending(sheet, true).start()
    expect(sheet.rows.map(({ state }) => state)).toEqual(['waiting', 'failed'])
    expect(sheet.rows.map((row) => reasonOf(sheet, row, (key) => key))).toEqual(['importing.problem.parent', '不行'])
    sheet.edit(first(sheet, 1), 'name', '父亲')
    expect(first(sheet, 1)).toMatchObject({ state: 'waiting', refused: {} })
  })

  it('stops when the platform rejects the whole request, and resumes from there', async () => {
    const sheet = sheetOf(gateway, ['name,regcode,protocol_type', '一号网关,55,1'])
    const sending = createSending(sheet, true)
    answer = () => new Response(JSON.stringify({ code: 403, msg: '没有权限', data: null }), { status: 403 })
    await sending.start()
    expect(sending.progress()).toMatchObject({ phase: 'stopped', error: { message: '没有权限' } })
    expect(first(sheet).state).toBe('waiting')
    answer = () => ok([{ index: 0, id: 5, credential: 'abc' }])
    await sending.start()
    expect(first(sheet)).toMatchObject({ state: 'made', id: 5, credential: 'abc' })
  })

  it('sends smaller batches after a 413 response and fails a row that is too large alone', async () => {
    const sheet = sheetOf(gateway, [
      'name,regcode,protocol_type',
      ...Array.from({ length: 6 }, (_, at) => `网关${at}号,${at},1`),
    ])
    const sending = createSending(sheet, true)
    let id = 1
    // As a proxy answers, which does not know the platform's envelope.
    answer = ({ body: { rows = [] } }) =>
      rows.length > 2 || rows.some(({ regcode }) => String(regcode) === '4')
        ? new Response('<html>413 Request Entity Too Large</html>', { status: 413 })
        : ok(rows.map((_row, index) => ({ index, id: id++ })))
    await sending.start()
    expect(sending.progress()).toEqual({ phase: 'finished', error: null })
    expect(sheet.rows.map(({ state }) => state)).toEqual(['made', 'made', 'made', 'made', 'failed', 'made'])
    expect(reasonOf(sheet, first(sheet, 4), (key) => key)).toBe('error.tooLarge')
  })

  it('keeps rows waiting after a 429 response of a proxy and sends them when resumed', async () => {
    const sheet = sheetOf(gateway, ['name,regcode,protocol_type', '一号网关,55,1'])
    const sending = createSending(sheet, true)
    answer = () => new Response('<html>429 Too Many Requests</html>', { status: 429 })
    await sending.start()
    expect(sending.progress().phase).toBe('stopped')
    expect(first(sheet).state).toBe('waiting')
    answer = () => ok([{ index: 0, id: 5 }])
    await sending.start()
    expect(first(sheet).state).toBe('made')
  })

  it('does not resend a row automatically that might exist after a network error', async () => {
    const sheet = sheetOf(gateway, ['name,regcode,protocol_type', '一号网关,55,1'])
    const sending = createSending(sheet, false)
    answer = () => Promise.reject(new TypeError('network'))
    await sending.start()
    expect([first(sheet).state, sending.progress().phase]).toEqual(['unclear', 'stopped'])
    await sending.start()
    expect(sent).toHaveLength(1)
  })

  it('pauses 1 to 3 s between rows when sending one at a time, and can be stopped and resumed', async () => {
    vi.useFakeTimers()
    let id = 1
    answer = () => ok({ id: id++ })
    const sheet = sheetOf(gateway, [
      'name,regcode,protocol_type',
      ...Array.from({ length: 4 }, (_, at) => `网关${at}号,${at},1`),
    ])
    const sending = createSending(sheet, false)
    const running = sending.start()
    await vi.advanceTimersByTimeAsync(999)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2001)
    expect(sent.length).toBeGreaterThanOrEqual(2)
    sending.stop()
    await running
    const before = sent.length
    await vi.advanceTimersByTimeAsync(10_000)
    expect([sent.length, sending.progress().phase]).toEqual([before, 'stopped'])
    const resumed = sending.start()
    await vi.advanceTimersByTimeAsync(20_000)
    await resumed
    expect(sent.map(({ path, body }) => `${path} ${String(body['regcode'])}`)).toEqual([
      'godbGateway 0',
      'godbGateway 1',
      'godbGateway 2',
      'godbGateway 3',
    ])
    vi.useRealTimers()
  })
})
