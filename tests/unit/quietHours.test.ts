import { expect, it } from 'vitest'
import { ruleFrom } from '../../resources/kit/rule.ts'
import { HOUR } from '../../resources/kit/zone.ts'
import { quietHours } from '../../server/alarms/backtest/quiet.ts'
import type { Piece } from '../../server/alarms/backtest/pieces.ts'

const [OWN, OTHER] = [1, 2]

/** Ten hours of good values, except the sixth. */
const pieces: Piece[] = Array.from({ length: 10 }, (_, hour) => {
  const [from, until, value] = [hour * HOUR, (hour + 1) * HOUR, hour === 5 ? 200 : 10]
  const ends = { first: value, last: value, first_at: from, last_at: until - 1 }
  return { from, until, rolled: { min: value, max: value, count: 60, ...ends } }
})

/** The hours that must be read for a rule over the mean of an hour and a condition on another node. */
function readOf(rows: object[], fresh: number): number[] {
  const conditions = JSON.stringify({ calc: 'mean', minutes: 60, join: 'and', rows })
  const rule = ruleFrom({ com_oper: 0, params_x: 90, hold_time: 0, conditions }, 'Asia/Shanghai')
  if (!rule) throw new Error('no rule')
  return quietHours([rule], pieces, { node: OWN, fresh }).flatMap((isQuiet, hour) => (isQuiet ? [] : [hour]))
}

it.each<[string, object[], number[]]>([
  ['no other node', [], [4, 5, 6, 7]],
  ['the latest value of another node', [{ node: OTHER, com_oper: 0, params_x: 5 }], [3, 4, 5, 6, 7]],
  // The rate may start from a value two hours before.
  [
    'the change of another node within an hour',
    [{ node: OTHER, calc: 'rate', minutes: 60, com_oper: 0, params_x: 5 }],
    [2, 3, 4, 5, 6, 7],
  ],
])('quietHours leaves as many hours to read as the rule looks back: with %s', (_, rows, read) => {
  expect(readOf(rows, 2 * HOUR)).toEqual(read)
})
