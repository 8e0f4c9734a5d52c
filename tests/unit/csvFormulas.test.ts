import { describe, expect, it } from 'vitest'
import { csvFile } from '../../server/crud/csv.ts'
import { plainCell, toCsv } from '../../resources/kit/csv.ts'

const FORMULAS = [
  '=1+1',
  '@SUM(A1)',
  '+1+1',
  '-2+3',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '＠SUM(A1)',
  '＋1+1',
  '－2+3',
  '=HYPERLINK("http://x","y")',
]
const HARMLESS = ['-5', '+86', '-3.25', 'a=1', '1-2', 'PM2.5', '']

describe('CSV cell with a spreadsheet formula', () => {
  const written = {
    server: async (cell: string): Promise<string> => {
      const parts: string[] = []
      for await (const part of csvFile([cell], (async function* () {})())) parts.push(part)
      return parts.join('').slice(1)
    },
    console: async (cell: string): Promise<string> => toCsv([cell], []),
  }
  it.each(Object.entries(written))(
    'is prefixed with an apostrophe by the %s, and other cells stay unchanged',
    async (_side, write) => {
      for (const cell of FORMULAS) expect((await write(cell)).replace(/^"/, '').startsWith("'")).toBe(true)
      for (const cell of HARMLESS) expect(await write(cell)).toBe(`${cell}\r\n`)
    },
  )

  it('is restored by plainCell on import', () => {
    for (const cell of [...FORMULAS.map((formula) => `'${formula}`), ...HARMLESS])
      expect(plainCell(cell)).toBe(cell.replace(/^'/, ''))
  })
})
