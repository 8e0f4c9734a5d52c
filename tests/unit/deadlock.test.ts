import { expect, it } from 'vitest'
import { throughDeadlocks } from '../../server/storage/deadlock.ts'

const failing = (code: string): Error => Object.assign(new Error('deadlock detected'), { code })

it('throughDeadlocks tries a deadlocked write up to 5 times and does not retry other errors', async () => {
  const run = async (...errors: readonly Error[]) => {
    let tries = 0
    const outcome = await throughDeadlocks(async () => {
      const error = errors[tries++]
      if (error) throw error
      return 'done'
    }).catch((error: unknown) => error)
    return { tries, outcome }
  }
  const deadlock = failing('40P01')
  expect(await run(deadlock, deadlock)).toEqual({ tries: 3, outcome: 'done' })
  expect(await run(...Array.from({ length: 9 }, () => deadlock))).toEqual({ tries: 5, outcome: deadlock })
  const unique = failing('23505')
  expect(await run(unique)).toEqual({ tries: 1, outcome: unique })
})
