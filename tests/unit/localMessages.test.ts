import { expect, it } from 'vitest'
import { errorText } from '../../i18n/errors.ts'
import { resourceOf } from '../../resources/index.ts'
import { problemsOf, type Values } from '../../resources/kit/validate.ts'

/** What a form reports by itself (spec 2 §8), by the same rules as the server; no language may show the bare key. */
const messages: readonly (readonly [name: string, path: string, field: string, wrong: Values, right: Values])[] = [
  ['limiteCycle', 'manage/device', 'acquisition_cycle', { acquisition_cycle: 29 }, { acquisition_cycle: 30 }],
  ['nodeHigh', 'manage/node', 'max_value', { min_value: 5, max_value: 5 }, { min_value: 5, max_value: 6 }],
  ['namenoempty', 'alarmConfig/user', 'alarm_name', { alarm_name: '  ' }, { alarm_name: '值班' }],
  [
    'phoneoremailempty',
    'alarmConfig/user',
    'alarm_phone',
    { alarm_phone: '', alarm_email: '' },
    { alarm_phone: '', alarm_email: 'a@b.cn' },
  ],
]

it.each(messages)('problemsOf reports %s with text in every language', (_name, path, field, wrong, right) => {
  const problem = problemsOf(resourceOf(path), wrong)[field]
  expect(problem).toBeDefined()
  if (!problem) return
  for (const language of ['zhCN', 'zhTW', 'zhEN'] as const) {
    const text = errorText(language, problem.key, problem.args)
    expect(text).not.toBe('')
    expect(text).not.toContain(problem.key)
  }
  expect(problemsOf(resourceOf(path), right)[field]).toBeUndefined()
})
