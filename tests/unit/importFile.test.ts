import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { parseKeys, type Caller } from '../../resources/kit/access.ts'
import { byOrder, importable, matchColumns, importFields } from '../../src/import/sheet/columns.ts'
import { decode, recognise } from '../../src/import/decode.ts'
import { parseCsv, RECORDS_MAX } from '../../src/import/parse.ts'
import { plainCell, toCsv } from '../../resources/kit/csv.ts'

const bytes = (text: string, encoding = 'utf8', addBOM = false) =>
  new Uint8Array(iconv.encode(text, encoding, { addBOM }))
const root: Caller = { id: 1, super_id: 1, project_id: null, keys: parseKeys('[]'), districts: [], types: [] }
const device = resourceOf('manage/device')

describe('CSV text', () => {
  it('protects what a spreadsheet would run, and leaves numbers alone', () => {
    const cells = ['=1+1', '@a', '+cmd', '-x', '-5', '-5.5', '+86', '5', null, undefined, 0]
    expect(
      toCsv(
        ['h'],
        cells.map((cell) => [cell]),
      ).split('\r\n'),
    ).toEqual(['h', "'=1+1", "'@a", "'+cmd", "'-x", '-5', '-5.5', '+86', '5', '', '', '0', ''])
  })

  it('quotes what needs it, and comes back as it was', () => {
    const rows = [['a,b', 'say "hi"', 'two\nlines', ' blank ', "'=x", '=1,2', '\tt', "it's"]]
    const parsed = parseCsv(bytes(toCsv(['1', '2', '3', '4', '5', '6', '7', '8'], rows)), null)
    expect(parsed.records[1]?.map(plainCell)).toEqual([
      'a,b',
      'say "hi"',
      'two\nlines',
      ' blank ',
      '=x',
      '=1,2',
      '\tt',
      "it's",
    ])
  })
})

describe('a file', () => {
  it.each([
    ['utf8', false, 'utf-8'],
    ['utf8', true, 'utf-8'],
    ['gbk', false, 'gb18030'],
    ['gb18030', false, 'gb18030'],
    ['utf-16le', true, 'utf-16le'],
    ['utf-16be', true, 'utf-16be'],
  ])('in %s (mark: %s) is recognised as %s', (encoding, addBOM, expected) => {
    const file = bytes('名称,区域\n水站①,桥西区', encoding, addBOM)
    expect(recognise(file)).toBe(expected)
    expect(parseCsv(file, null)).toMatchObject({
      encoding: expected,
      records: [
        ['名称', '区域'],
        ['水站①', '桥西区'],
      ],
    })
  })

  it('is read in another encoding when that is chosen', () => {
    const file = bytes('名稱,區域\n測站,中正區', 'big5')
    expect(decode(file, 'gb18030')).not.toContain('名稱')
    expect(parseCsv(file, 'big5').records[0]).toEqual(['名稱', '區域'])
  })

  it.each([[','], ['\t'], [';']])('may use %j between its cells, has empty lines and comments', (mark) => {
    const text = [['name', 'superid'], ['# notes', 'x'], [''], ['A', '1']].map((cells) => cells.join(mark)).join('\r\n')
    expect(parseCsv(bytes(text), null)).toMatchObject({
      comments: 1,
      records: [
        ['name', 'superid'],
        ['A', '1'],
      ],
    })
  })

  it.each([
    ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'importing.fileTypeError'],
    ['an open quote', bytes('a,b\n"c,d'), 'importing.fileTypeError'],
    ['nothing', bytes(''), 'importing.empty'],
    ['too many rows', bytes('a\n'.repeat(RECORDS_MAX + 2)), 'importing.tooMany'],
  ])('is refused: %s', (_name, file, message) => {
    expect(() => parseCsv(file, null)).toThrow(message)
  })
})

describe('the columns of a file', () => {
  it.each([[0], [1], [2]])('are found by the labels of language %i', (language) => {
    const labels = (device.csv ?? []).map((name) => device.fields[name]?.label[language] ?? '')
    expect(matchColumns(device, root, labels)).toEqual({ header: true, columns: device.csv })
  })

  it('are found by names, marks and units aside, in any order', () => {
    expect(
      matchColumns(device, root, ['save_cycle', ' 设备名称* ', '采集周期(秒)', 'Gateway_ID', '没有这一列']),
    ).toEqual({ header: true, columns: ['save_cycle', 'name', 'acquisition_cycle', 'gateway_id', null] })
  })

  it('go by their order where there is no header (spec 2 §9)', () => {
    const match = matchColumns(device, root, ['水站', '1', '', '3', '2'])
    expect(match).toEqual({ header: false, columns: ['name', 'issingle', 'iccid', 'district_id', 'devicetype_id'] })
    expect(byOrder(device, root, 20).slice(16)).toEqual(['over_time', null, null, null])
  })

  it('leave to the super administrator what only they choose', () => {
    const user: Caller = { ...root, super_id: 3, project_id: 1 }
    expect(importable(device, root)).toContain('project_id')
    expect(importable(device, user)).not.toContain('project_id')
    expect(matchColumns(device, user, ['name', 'project_id']).columns).toEqual(['name', null])
    expect(importFields(device, root, [])).toEqual(device.csv)
    expect(importFields(device, root, ['project_id', 'explained'])).toEqual(
      expect.arrayContaining(['project_id', 'explained']),
    )
  })
})
