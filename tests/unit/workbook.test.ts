import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { workbook, type SheetCell } from '../../server/export/xlsx.ts'

async function partsOf(name: string, row: SheetCell[]): Promise<Record<'book' | 'sheet', string>> {
  async function* pages() {
    yield [row]
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of workbook(name, [{ title: 'A', width: 10 }], pages())) chunks.push(chunk)
  const files = unzipSync(Buffer.concat(chunks))
  const read = (path: string): string => strFromU8(files[path] ?? new Uint8Array())
  return { book: read('xl/workbook.xml'), sheet: read('xl/worksheets/sheet1.xml') }
}

it('workbook has a valid sheet name for any entity name', async () => {
  expect((await partsOf('Goods in/out [all]', [])).book).toContain('<sheet name="Goods in out  all"')
  expect((await partsOf("'?'", [])).book).toContain('<sheet name="1"')
  expect((await partsOf('进出记录', [])).book).toContain('<sheet name="进出记录"')
})

it('workbook writes finite numbers only', async () => {
  const { sheet } = await partsOf('A', [1.5, Number.POSITIVE_INFINITY, Number.NaN, 'x'])
  expect(sheet).toContain('<c><v>1.5</v></c><c/><c/><c t="inlineStr">')
})

it('workbook fails if there are more rows than a sheet holds', async () => {
  async function* pages() {
    yield [[1], [2]]
    yield [[3]]
  }
  const read = async (most: number): Promise<void> => {
    for await (const chunk of workbook('A', [{ title: 'A', width: 10 }], pages(), most)) expect(chunk).toBeDefined()
  }
  await read(3)
  await expect(read(2)).rejects.toThrow('a sheet holds 2 rows')
})
