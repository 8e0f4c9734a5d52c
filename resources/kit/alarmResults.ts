import { builtInResults } from './episode.ts'
import type { Problem } from './rules.ts'

/** A result that a project defines for closing alarms, in addition to the built-in ones. */
export interface AlarmResult {
  id: string
  /** Simplified Chinese, traditional Chinese, English; at least one is not empty. */
  label: readonly [string, string, string]
  /** Counts as a false alarm; other results count as handled. */
  isFalse: boolean
}

/** Results that one project may define. */
export const MAX_RESULTS = 20
export const MAX_RESULT_CHARS = 40

/**
 * Reads a project's `alarm_results`: [{"id": "r1", "label": ["已校准", "", "Calibrated"], "false": 0}]; null if the text
 * is invalid.
 */
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

/** Returns a result's name in one language; if it has none in that language, its first name. */
export const resultName = ({ label }: Pick<AlarmResult, 'label'>, language: 0 | 1 | 2): string =>
  label[language] || label.find(Boolean) || ''

/** Validator of a project's list: a rule of its definition. */
export const alarmResultTexts = {
  alarmResults: (text: string): Problem | null =>
    readAlarmResults(text) === null ? { key: 'error.rule.alarmResults' } : null,
} satisfies Record<string, (text: string) => Problem | null>

const builtIn: ReadonlySet<string> = new Set(builtInResults)

const isName = (text: unknown): text is string =>
  typeof text === 'string' && text.trim() === text && text.length <= MAX_RESULT_CHARS
