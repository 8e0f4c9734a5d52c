import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letThrough } from '../support/limit.ts'
import { engines } from '../support/storage.ts'
import { openWorldApp, type WorldApp } from '../support/worldApp.ts'

const times = Array.from({ length: 5 }, (_, at) => 1_795_264_170_000 + at * 60_000)

describe.each(engines)('POST quality/evaluate on %s', (engine) => {
  let world: WorldApp
  beforeAll(async () => {
    world = await openWorldApp(engine)
  })
  afterAll(() => world.dispose())
  const evaluate = (body: unknown) => world.call('watcher', 'POST', 'quality/evaluate', body)

  it.each([
    [
      { test: 'gross_range', values: [-1, 1, 5, 11, null], params: { fail_span: [0, 10], suspect_span: [2, 8] } },
      [4, 3, 1, 4, 9],
    ],
    [{ test: 'spike', values: [1, 1, 9, 1, 1], params: { suspect_threshold: 3, fail_threshold: 6 } }, [2, 3, 4, 3, 2]],
    [
      {
        test: 'spike',
        values: [1, 1, 9, 1, 1],
        params: { suspect_threshold: 3, fail_threshold: 6, method: 'differential' },
      },
      [2, 1, 4, 1, 2],
    ],
    [{ test: 'rate_of_change', values: [0, 60, 180, 180, null], times, params: { threshold: 1 } }, [1, 1, 3, 1, 9]],
    [
      {
        test: 'flat_line',
        values: [1, 1, 1, 1, 1],
        times,
        params: { suspect_threshold: 120, fail_threshold: 240, tolerance: 0.1 },
      },
      [1, 1, 3, 3, 4],
    ],
  ])('returns the flags of %j', async (body, flags) => expect((await evaluate(body)).data).toEqual(flags))

  it.each([
    [{ test: 'magic', values: [1] }, ['test']],
    [{ values: [1] }, ['test']],
    [{ test: 'gross_range', values: [1] }, ['params.fail_span']],
    [{ test: 'gross_range', values: [1], params: { fail_span: [0, 1, 2] } }, ['params.fail_span']],
    [{ test: 'gross_range', values: [1], params: { fail_span: [5, 1] } }, ['params.fail_span']],
    [
      { test: 'gross_range', values: [1], params: { fail_span: [0, 5], suspect_span: [0, 6] } },
      ['params.suspect_span'],
    ],
    [{ test: 'gross_range', params: { fail_span: [0, 5] } }, ['values']],
    [{ test: 'gross_range', values: ['x'], params: { fail_span: [0, 5] } }, ['values']],
    [{ test: 'spike', values: [1], params: { method: 'guess' } }, ['params.method']],
    [{ test: 'rate_of_change', values: [1, 2], times: [times[0]], params: { threshold: 1 } }, ['times']],
    [{ test: 'rate_of_change', values: [1, 2], params: { threshold: 1 } }, ['times']],
    [{ test: 'rate_of_change', values: [1], times: [times[0]], params: {} }, ['params.threshold']],
    [
      { test: 'flat_line', values: [1], times: ['now'], params: { suspect_threshold: 1, fail_threshold: 'x' } },
      ['times', 'params.fail_threshold'],
    ],
  ])('rejects %j', async (body, fields) => {
    const answer = await evaluate(body)
    expect(answer).toMatchObject({ status: 400, code: 400 })
    expect(Object.keys((answer.data as { fields: object }).fields)).toEqual(fields)
  })

  it('requires a session', async () =>
    expect((await world.call(null, 'POST', 'quality/evaluate', {})).status).toBe(401))

  // The process counts the limit, so the database makes no difference.
  it.runIf(engine === 'sqlite')('allows 60 calls per minute and user', async () => {
    const ask = () => world.call('stranger', 'POST', 'quality/evaluate', {})
    expect(await letThrough(ask, 60_000)).toBe(60)
    expect((await world.call('watcher', 'POST', 'quality/evaluate', {})).status).toBe(400)
  })
})
