import { expect, it } from 'vitest'
import { createTurns } from '../../server/alarms/backtest/turns.ts'

it('createTurns runs tasks of one key in sequence, despite failures, and those of other keys in parallel', async () => {
  const inTurn = createTurns<string>()
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => async () => {
    log.push(name)
    await new Promise<void>((resolve) => void ends.set(name, resolve))
    if (name === 'first') throw new Error('it failed')
    return name
  }
  const first = inTurn('me', work('first'))
  const second = inTurn('me', work('second'))
  const other = inTurn('you', work('other'))
  await Promise.resolve()
  expect(log).toEqual(['first', 'other'])
  ends.get('first')?.()
  await expect(first).rejects.toThrow('it failed')
  ends.get('other')?.()
  await expect(other).resolves.toBe('other')
  expect(log).toEqual(['first', 'other', 'second'])
  ends.get('second')?.()
  await expect(second).resolves.toBe('second')
})
