import { strToU8, Zip, ZipDeflate } from 'fflate'

export interface SheetColumn {
  title: string
  /** Width in characters. */
  width: number
}
export type SheetCell = string | number | null

/**
 * Streams a workbook of one sheet as bytes. Rows are packed as they come, so that a table of any size need not fit into
 * memory. Text is stored as text, never as a formula.
 *
 * @throws RangeError where there are more rows than a sheet holds: a truncated sheet would not look truncated
 */
export async function* workbook(
  name: string,
  columns: readonly SheetColumn[],
  pages: AsyncIterable<readonly (readonly SheetCell[])[]>,
  most = SHEET_ROWS,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const take = (): Uint8Array[] => {
    const chunks = ready
    ready = []
    return chunks
  }
  for (const [path, text] of Object.entries(partsOf(name))) {
    const part = new ZipDeflate(path, { level: 6 })
    zip.add(part)
    part.push(strToU8(text), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 })
  zip.add(sheet)
  sheet.push(strToU8(headOf(columns)))
  yield* take()
  let number = 1
  for await (const rows of pages) {
    if (number - 1 + rows.length > most) throw new RangeError(`a sheet holds ${most} rows`)
    sheet.push(strToU8(rows.map((row) => rowText(row, ++number)).join('')))
    yield* take()
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  yield* take()
}

/** Most rows of a sheet below its head (Excel's limit is 1,048,576 with the head). */
export const SHEET_ROWS = 1_048_575

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const partsOf = (name: string): Record<string, string> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is for the head: bold.
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
})

/**
 * Makes a sheet name that Excel accepts: with some characters, or an apostrophe at an end, Excel calls the file
 * damaged.
 */
const sheetName = (name: string): string =>
  name
    .replaceAll(/[\\/?*:[\]]/g, ' ')
    .slice(0, 31)
    .replaceAll(/^['\s]+|['\s]+$/g, '') || '1'

const headOf = (columns: readonly SheetColumn[]): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')}</cols><sheetData><row r="1">${columns.map(({ title }) => cellText(title, 1)).join('')}</row>`

const rowText = (row: readonly SheetCell[], number: number): string =>
  `<row r="${number}">${row.map((cell) => cellText(cell, 0)).join('')}</row>`

function cellText(cell: SheetCell, style: number): string {
  const mark = style === 0 ? '' : ` s="${style}"`
  if (cell === null || cell === '') return `<c${mark}/>`
  // A workbook cannot represent NaN or infinity.
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c${mark}><v>${cell}</v></c>` : `<c${mark}/>`
  return `<c${mark} t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, 32_000))}</t></is></c>`
}

const escaped = (text: string): string =>
  text
    // XML cannot represent these characters.
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[<>&"]/g, (letter) => entities[letter] ?? '')
const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }
