import { builtInResults } from './episode.ts'
import type { Problem } from './rules.ts'

/** How an alarm may be closed, of a project's own making beside the built-in results. */
export interface AlarmResult {
  id: string
  /** Simplified, traditional Chinese, English; one at least is not empty. */
  label: readonly [string, string, string]
  /** It counts as a false alarm; others count as handled. */
  isFalse: boolean
}

/** Results of one project. */
export const MAX_RESULTS = 20
export const MAX_RESULT_CHARS = 40

/** Reads a project's `alarm_results`: [{"id": "r1", "label": ["已校准", "", "Calibrated"], "false": 0}]; null where it is no such thing. */
export function readAlarmResults(value: unknown): AlarmResult[] | null {
  if (value === null || value === undefined || value === '') return []
  if (typeof value !== 'string') return null
  let rows: unknown
  try {
    rows = JSON.parse(value)
  } catch {
    return null
  }
  if (!Array.isArray(rows) || rows.length > MAX_RESULTS) return null
  const results = rows.flatMap((row: unknown): AlarmResult[] => {
    const { id, label, false: counts, ...more } = { ...(row as object) } as Record<string, unknown>
    if (typeof id !== 'string' || !/^[a-z0-9_]{1,30}$/.test(id) || builtIn.has(id)) return []
    if (!Array.isArray(label) || label.length !== 3 || !label.every(isName)) return []
    if ((counts !== 0 && counts !== 1) || Object.keys(more).length > 0) return []
    const [first = '', second = '', third = ''] = label
    return first || second || third ? [{ id, label: [first, second, third], isFalse: counts === 1 }] : []
  })
  const isWhole = results.length === rows.length && new Set(results.map(({ id }) => id)).size === rows.length
  return isWhole ? results : null
}

/** A result's name to a reader of one language; where it has none in that, the first it has. */
export const resultName = ({ label }: Pick<AlarmResult, 'label'>, language: 0 | 1 | 2): string =>
  label[language] || label.find(Boolean) || ''

/** What is wrong with a project's list: a rule of its definition. */
export const alarmResultTexts = {
  alarmResults: (text: string): Problem | null =>
    readAlarmResults(text) === null ? { key: 'error.rule.alarmResults' } : null,
} satisfies Record<string, (text: string) => Problem | null>

const builtIn: ReadonlySet<string> = new Set(builtInResults)

const isName = (text: unknown): text is string =>
  typeof text === 'string' && text.trim() === text && text.length <= MAX_RESULT_CHARS
