import type { Label } from '../../resources/kit/define.ts'

/** Beginnings of a template's two lines that are not records: what each column accepts, and an example. */
export const TEMPLATE_MARKS = {
  notes: ['说明', '說明', 'Notes'],
  example: ['示例', '範例', 'Example'],
} as const satisfies Record<string, Label>

/** Returns a line of a template, with its mark in front of the first cell. */
export const templateLine = (mark: string, [first = '', ...others]: readonly string[]): string[] => [
  markedCell(mark, first),
  ...others,
]

const markedCell = (mark: string, cell: string): string => `# ${mark}: ${cell}`

/**
 * Whether a record is a line of a template, in any of the languages. Other records that begin with # are imported,
 * because sites number their pumps in this way.
 */
export const isTemplateLine = ([first = '']: readonly string[]): boolean =>
  STARTS.some((start) => first === start.trimEnd() || first.startsWith(start))

const STARTS = Object.values(TEMPLATE_MARKS)
  .flat()
  .map((mark) => markedCell(mark, ''))
