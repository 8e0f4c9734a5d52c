import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { parseKeys, type Caller } from '../../resources/kit/access.ts'
import { byOrder, importable, matchColumns, importFields } from '../../src/import/sheet/columns.ts'
import { decode, recognise } from '../../src/import/decode.ts'
import { templateOf } from '../../src/import/template.ts'
import { Sheet } from '../../src/import/sheet/sheet.ts'
import { parseCsv, RECORDS_MAX } from '../../src/import/parse.ts'
import { zoneOf } from '../../resources/kit/zone.ts'
import { plainCell, toCsv } from '../../resources/kit/csv.ts'

const bytes = (text: string, encoding = 'utf8', addBOM = false) =>
  new Uint8Array(iconv.encode(text, encoding, { addBOM }))
const root: Caller = { id: 1, super_id: 1, project_id: null, keys: parseKeys('[]'), districts: [], types: [] }
const device = resourceOf('manage/device')

describe('toCsv', () => {
  it('prefixes formulas with an apostrophe and leaves numbers unchanged', () => {
    const cells = ['=1+1', '@a', '+cmd', '-x', '-5', '-5.5', '+86', '5', null, undefined, 0]
    expect(
      toCsv(
        ['h'],
        cells.map((cell) => [cell]),
      ).split('\r\n'),
    ).toEqual(['h', "'=1+1", "'@a", "'+cmd", "'-x", '-5', '-5.5', '+86', '5', '', '', '0', ''])
  })

  it('quotes cells when needed, and parsing restores them', () => {
    const cells = [
      '#1 pump',
      'a,b',
      'say "hi"',
      'two\nlines',
      ' blank ',
      '=x',
      "'=x",
      "''=x",
      '=1,2',
      '\tt',
      "it's",
      '"',
    ]
    const parsed = parseCsv(
      bytes(
        toCsv(
          cells.map((_, at) => at),
          [cells],
        ),
      ),
      null,
    )
    expect(parsed).toMatchObject({ comments: 0, strays: [] })
    expect(parsed.records[1]?.map(plainCell)).toEqual(cells)
  })
})

describe('parseCsv', () => {
  it.each([
    ['utf8', false, 'utf-8'],
    ['utf8', true, 'utf-8'],
    ['gbk', false, 'gb18030'],
    ['gb18030', false, 'gb18030'],
    ['utf-16le', true, 'utf-16le'],
    ['utf-16be', true, 'utf-16be'],
  ])('reads %s (byte order mark: %s) and recognises it as %s', (encoding, addBOM, expected) => {
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

  it('reads a file in the chosen encoding', () => {
    const file = bytes('名稱,區域\n測站,中正區', 'big5')
    expect(decode(file, 'gb18030')).not.toContain('名稱')
    expect(parseCsv(file, 'big5').records[0]).toEqual(['名稱', '區域'])
  })

  it.each([[','], ['\t'], [';']])('accepts %j between cells, and skips empty and template rows', (mark) => {
    const text = [['name', 'superid'], ['# Notes: x', 'x'], [''], ['A', '1']]
      .map((cells) => cells.join(mark))
      .join('\r\n')
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
    ['an empty file', bytes(''), 'importing.empty'],
    ['too many rows', bytes('a\n'.repeat(RECORDS_MAX + 2)), 'importing.tooMany'],
  ])('rejects a file with an error: %s', (_name, file, message) => {
    expect(() => parseCsv(file, null)).toThrow(message)
  })
})

describe('parseCsv for a file saved by a spreadsheet', () => {
  const read = (text: string) => parseCsv(bytes(text, 'utf8', true), null)

  it.each([
    ['sep=;\r\n', ';'],
    ['sep=|\n', '|'],
    ['SEP=\t\r', '\t'],
    ['"sep=^"\n', '^'],
    ['sep=];;;\n', ']'],
  ])('takes the separator from the line %j', (line, mark) => {
    const rows = [
      ['Name', 'Area', 'Remarks'],
      ['Gate 1', 'Changan', '"by the\nold weir"'],
      ['Gate 2', 'Changan', '"a, b; north"'],
    ]
    expect(read(line + rows.map((cells) => cells.join(mark)).join('\n'))).toMatchObject({
      records: [rows[0], ['Gate 1', 'Changan', 'by the\nold weir'], ['Gate 2', 'Changan', 'a, b; north']],
      // The line is not a row of the spreadsheet, and a cell of two lines is not a second row.
      lines: [1, 2, 3],
      strays: [],
    })
  })

  it.each([
    ['text after the closing quote', '"North" gate', '"North" gate'],
    ['unescaped quotes inside a quoted cell', '"the "North" gate"', '"the "North" gate"'],
    ['an unclosed quote', '"North gate', '"North gate'],
  ])('keeps every row beside one with %s, and reports its number', (_name, cell, kept) => {
    expect(read(`Name,Area\r\nWeir 1,x\r\n${cell},y\r\nWeir 3,"z"\r\n`)).toMatchObject({
      records: [
        ['Name', 'Area'],
        ['Weir 1', 'x'],
        [kept, 'y'],
        ['Weir 3', 'z'],
      ],
      strays: [3],
    })
  })

  it('accepts quotes within a cell and blanks after closing quotes', () => {
    expect(read('a,b\n5" pipe,"x" \n')).toMatchObject({
      records: [
        ['a', 'b'],
        ['5" pipe', 'x'],
      ],
      strays: [],
    })
  })

  it('numbers rows as the spreadsheet does, counting empty and template rows', () => {
    const text = 'Name,Area\n# Notes: required,x\n# Example: Device 01,x\nWeir 4,y\n,\nWeir 6,z\n'
    const parsed = read(text)
    expect(parsed).toMatchObject({ lines: [1, 4, 6], comments: 2 })
    const sheet = new Sheet(
      device,
      root,
      parsed.records,
      { refs: new Map(), words: new Map(), zone: zoneOf('UTC') },
      null,
      parsed.lines,
    )
    expect(sheet.rows.map(({ line }) => line)).toEqual([4, 6])
    sheet.setHeader(false)
    expect(sheet.rows.map(({ line }) => line)).toEqual([1, 4, 6])
  })

  it.each([['\r\n'], ['\n'], ['\r']])('accepts %j as line ending', (end) => {
    expect(read(['a;b', '1;2', '3;4', ''].join(end)).records).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('reads 40,000 rows with stray quotes without a timeout', () => {
    expect(read(`a,b\n${'"x""y,1\n'.repeat(40_000)}`).strays).toHaveLength(40_000)
  })
})

describe('import rows that begin with #', () => {
  it('are data, except those of a template in any language', () => {
    const names = ['#1 boiler stack', '# 2', '#', '# Note: x', '#说明']
    const lines = [0, 1, 2].flatMap((language) =>
      templateOf(
        device,
        root,
        (label) => label[language] ?? '',
        (key) => key,
      ).slice(1),
    )
    const parsed = parseCsv(bytes(toCsv(['Name', 'x'], [...lines, ...names.map((name) => [name, '1'])])), null)
    expect(parsed.comments).toBe(6)
    expect(parsed.records.slice(1).map(([name]) => name)).toEqual(names)
  })
})

describe('columns of an import file', () => {
  it.each([[0], [1], [2]])('are found by the labels of language %i', (language) => {
    const labels = (device.csv ?? []).map((name) => device.fields[name]?.label[language] ?? '')
    expect(matchColumns(device, root, labels)).toEqual({ header: true, columns: device.csv })
  })

  it('are found by names in any order, ignoring marks and units', () => {
    expect(
      matchColumns(device, root, ['save_cycle', ' 设备名称* ', '采集周期(秒)', 'Gateway_ID', '没有这一列']),
    ).toEqual({ header: true, columns: ['save_cycle', 'name', 'acquisition_cycle', 'gateway_id', null] })
  })

  it('are assigned by their order without a header (spec 2 §9)', () => {
    const match = matchColumns(device, root, ['水站', '1', '', '3', '2'])
    expect(match).toEqual({ header: false, columns: ['name', 'issingle', 'iccid', 'district_id', 'devicetype_id'] })
    expect(byOrder(device, root, 20).slice(16)).toEqual(['over_time', null, null, null])
  })

  it('include project_id for the super administrator only', () => {
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
