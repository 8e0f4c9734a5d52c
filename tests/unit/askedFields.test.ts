import { expect, it } from 'vitest'
import { northinterface } from '../../resources/north.ts'
import { problemsOf } from '../../resources/kit/validate.ts'

const interval = (run_interval: unknown) =>
  problemsOf(northinterface, { run_interval }, new Set(['run_interval'])).run_interval?.key ?? null

it('run_interval of a north interface accepts whole numbers from 1 to 86400 without leading zeros', () => {
  expect(['007', '0', '-5', '1.5', '86401'].map(interval)).toEqual([
    'error.rule.positiveInt',
    'error.rule.min',
    'error.rule.min',
    'error.rule.int',
    'error.rule.max',
  ])
  expect([60, '60', 1].map(interval)).toEqual([null, null, null])
})
