import type { Label } from '../../resources/kit/define.ts'

/** What the two lines of a template begin with that are no records: what each column takes, and an example. */
export const TEMPLATE_MARKS = {
  notes: ['说明', '說明', 'Notes'],
  example: ['示例', '範例', 'Example'],
} as const satisfies Record<string, Label>

/** A line of a template, its mark before the first cell. */
export const templateLine = (mark: string, [first = '', ...others]: readonly string[]): string[] => [
  markedCell(mark, first),
  ...others,
]

const markedCell = (mark: string, cell: string): string => `# ${mark}: ${cell}`

/** Whether a record is a line that a template wrote, in any of the languages. All other records that begin with # are records: sites number their pumps so. */
export const isTemplateLine = ([first = '']: readonly string[]): boolean =>
  STARTS.some((start) => first === start.trimEnd() || first.startsWith(start))

const STARTS = Object.values(TEMPLATE_MARKS)
  .flat()
  .map((mark) => markedCell(mark, ''))
