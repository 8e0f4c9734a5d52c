import { describe, expect, it } from 'vitest'
import { answerOf, createAnswers, type Row } from '../../server/environment/rowCache.ts'

const row = (text: string): Row => Buffer.from(`,"${text}"`)

describe('response cache of GET environment', () => {
  it('returns each caller’s cached response, equal to an uncached one', () => {
    const answers = createAnswers()
    const [mine, all] = [[row('a')], [row('a'), row('b')]]
    const first = answers('1', mine)
    const second = answers('1,2', all)
    expect(first.bytes.toString()).toBe('{"code":0,"msg":"","data":["a"]}')
    expect(second).toEqual(answerOf(all))
    expect(second.etag).not.toBe(first.etag)
    for (let turn = 0; turn < 3; turn++) {
      expect(answers('1', [...mine])).toBe(first)
      expect(answers('1,2', [...all])).toBe(second)
    }
  })

  it('never returns a response for other rows with the same key', () => {
    const answers = createAnswers()
    const first = answers('1', [row('a')])
    expect(answers('1', [row('b')]).bytes.toString()).toBe('{"code":0,"msg":"","data":["b"]}')
    expect(answers('1', []).bytes.toString()).toBe('{"code":0,"msg":"","data":[]}')
    expect(answers('1', [row('a')])).toEqual(first)
  })

  it('keeps the given number of responses, those used last', () => {
    const answers = createAnswers({ count: 2, bytes: 1000 })
    const [a, b, c] = [[row('a')], [row('b')], [row('c')]]
    const first = answers('1', a)
    const second = answers('2', b)
    expect(answers('1', a)).toBe(first)
    answers('3', c)
    expect(answers('1', a)).toBe(first)
    expect(answers('2', b)).not.toBe(second)
  })

  it('keeps the given number of bytes, or one larger response alone', () => {
    const short = answerOf([row('a')]).bytes.length
    const answers = createAnswers({ count: 9, bytes: 2 * short })
    const [a, b, c, long] = [[row('a')], [row('b')], [row('c')], [row('x'.repeat(3 * short))]]
    const first = answers('1', a)
    const second = answers('2', b)
    expect([answers('1', a), answers('2', b)]).toEqual([first, second])
    const third = answers('3', c)
    expect(answers('2', b)).toBe(second)
    expect(answers('3', c)).toBe(third)
    expect(answers('1', a)).not.toBe(first)
    const only = answers('4', long)
    expect(answers('4', long)).toBe(only)
    expect(answers('3', c)).not.toBe(third)
    // An answer that replaces another one counts once.
    const [again, other] = [[row('d')], [row('e')]]
    const [made, beside] = [answers('3', again), answers('2', other)]
    expect(answers('3', again)).toBe(made)
    expect(answers('2', other)).toBe(beside)
  })
})
