import { describe, expect, it } from 'vitest'
import { DAY } from '../../resources/kit/zone.ts'
import { ApiError } from '../../server/errors.ts'
import { filledText, momentOf, requireSpan, spanOf, wholeOf } from '../../server/http/query.ts'

const NOW = 1_795_264_170_521

describe('query parameter parsing', () => {
  it('treats empty, repeated and non-text values as not given', () => {
    for (const none of [undefined, '', '  ', ['1', '2'], 7, null]) {
      expect(filledText(none)).toBeNull()
      expect(wholeOf({ id: none }, 'id')).toBeNull()
      expect(momentOf({ at: none }, 'at')).toBeNull()
    }
    expect(filledText(' a b ')).toBe('a b')
  })

  it.each([
    ['x', { key: 'error.rule.int' }],
    ['1.5', { key: 'error.rule.int' }],
    ['-1', { key: 'error.rule.int' }],
    ['1234567890123456', { key: 'error.rule.int' }],
    ['0', { key: 'error.rule.min', args: { min: 1 } }],
    ['11', { key: 'error.rule.max', args: { max: 10 } }],
  ])('rejects %s as a number from 1 to 10', (page_size, problem) =>
    expect(refusal(() => wholeOf({ page_size }, 'page_size', 10))).toMatchObject({
      code: 400,
      fields: { page_size: problem },
    }),
  )

  it('reads integers, and timestamps in seconds or milliseconds', () => {
    expect(wholeOf({ id: ' 10 ' }, 'id', 10)).toBe(10)
    expect(momentOf({ at: '1795264170' }, 'at')).toBe(1_795_264_170_000)
    expect(momentOf({ at: String(NOW) }, 'at')).toBe(NOW)
    expect(refusal(() => momentOf({ at: '17' }, 'at')).fields).toEqual({ at: { key: 'error.rule.time' } })
  })

  it('reads a time span with the usual length up to now as default, and rejects reversed or too long ones', () => {
    const usual = { usual: DAY, longest: 7 * DAY }
    expect(spanOf({}, NOW, usual)).toEqual({ from: NOW - DAY, to: NOW })
    expect(spanOf({ to: String(NOW - DAY) }, NOW, usual)).toEqual({ from: NOW - 2 * DAY, to: NOW - DAY })
    expect(refusal(() => spanOf({ from: String(NOW + 1) }, NOW, usual)).key).toBe('error.history.range')
    const long = refusal(() => requireSpan(0, 7.5 * DAY, 7 * DAY))
    expect(long).toMatchObject({ key: 'error.history.span', args: { days: 7 } })
  })
})

function refusal(act: () => unknown): ApiError {
  try {
    act()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
