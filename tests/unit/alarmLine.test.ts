import { describe, expect, it } from 'vitest'
import { coalesce, createLine } from '../../server/alarms/watching/line.ts'

describe('coalesce', () => {
  it('batches items requested during a run and settles each caller with the run of its items', async () => {
    const runs: { items: number[]; end: (error?: Error) => void }[] = []
    const ask = coalesce<number>(
      (items) =>
        new Promise((resolve, reject) =>
          runs.push({ items: [...items], end: (error) => (error ? reject(error) : resolve()) }),
        ),
    )
    const first = ask([1])
    await expect.poll(() => runs.length).toBe(1)
    const more = [ask([2, 3]), ask([3, 4])]
    expect(runs.map(({ items }) => items)).toEqual([[1]])
    runs[0]?.end(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await expect.poll(() => runs.length).toBe(2)
    expect(runs[1]?.items).toEqual([2, 3, 4])
    const last = ask([5])
    runs[1]?.end()
    await Promise.all(more)
    await expect.poll(() => runs.length).toBe(3)
    runs[2]?.end()
    await last
    expect(runs[2]?.items).toEqual([5])
  })
})

describe('line', () => {
  it('is settled once a batch that came while the inbox was read is evaluated', async () => {
    const judged: number[] = []
    const line = createLine(({ now }) => judged.push(now))
    const batch = (now: number) => ({ samples: [], now, inbox: null })
    line.take(batch(1))
    expect(judged).toEqual([1])
    let end = (): void => {}
    const inbox = new Promise<void>((resolve) => (end = resolve))
    const reading = line.inOrder(() => inbox)
    line.take(batch(2))
    const settled = line.settled()
    expect(judged).toEqual([1])
    end()
    await settled
    expect(judged).toEqual([1, 2])
    await reading
    await line.settled()
    expect(line.isWaiting()).toBe(false)
  })
})
