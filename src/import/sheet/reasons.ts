import type { Args } from '../../../resources/kit/rules.ts'
import type { CellProblem, Sheet, SheetRow } from './sheet.ts'

type Translate = (key: string, args?: Args) => string

/** Returns a problem of a cell in words. */
export const sentence = (problem: CellProblem, translate: Translate): string =>
  typeof problem === 'string' ? problem : translate(problem.key, problem.args)

/** Returns why a row is not imported (yet), in one line; '' where it only waits. */
export function reasonOf(sheet: Sheet, row: SheetRow, translate: Translate): string {
  if (row.state === 'made' || row.state === 'sending') return ''
  if (row.state === 'unclear') return translate('importing.unclear')
  const cells = Object.values(sheet.problems(row)).map((problem) => sentence(problem, translate))
  if (cells.length > 0) return [...new Set(cells)].join('; ')
  if (row.message) return translate(row.message, { _: row.message })
  const { parent } = sheet.judged(row)
  return parent && parent.state !== 'made' ? translate('importing.problem.parent') : ''
}
