import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { build } from '../../server/app.ts'
import { countersOf } from '../../server/http/counters.ts'
import { sharedLimiter } from '../../server/http/limiter.ts'
import { silentLog } from '../../server/log.ts'
import { openPlatform } from '../../server/open.ts'
import { createCaptcha } from '../../server/session/captcha.ts'
import { md5Of } from '../../server/session/passwords.ts'
import type { Storage } from '../../server/storage/types.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'
import { engines, openTestStorage } from '../support/storage.ts'

vi.mock('../../server/session/captchaPicture.ts', () => ({
  drawCaptcha: async () => ({ text: 'k7Qm', image: Buffer.from('a picture') }),
}))

describe.each(engines)('rate limit counter on %s', (engine) => {
  let storage: Storage
  let dispose: () => Promise<void>
  beforeAll(async () => {
    ;({ storage, dispose } = await openTestStorage(engine))
  })
  afterAll(() => dispose())

  it('grants exactly 10 of 40 concurrent spends', async () => {
    const counters = countersOf(storage)
    const counts = ['b', 'a'].map((key) => ({ key: `at once ${key}`, max: 10, window: 60_000 }))
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, i) => counters.spend(i % 2 ? counts : counts.toReversed())),
    )
    expect(waits.filter((wait) => wait === null)).toHaveLength(10)
    for (const wait of waits) if (wait !== null) expect(wait).toBeGreaterThan(50_000)
  })

  it('spends nothing when one of several counters is full', async () => {
    const counters = countersOf(storage, () => 0)
    const [small, large] = [
      { key: 'small', max: 1, window: 1000 },
      { key: 'large', max: 2, window: 1000 },
    ]
    expect(await counters.spend([small, large])).toBeNull()
    for (let i = 0; i < 5; i++) expect(await counters.spend([small, large])).toBe(1000)
    expect(await counters.spend([large])).toBeNull()
    expect(await counters.spend([large])).toBe(1000)
    await counters.giveBack({ less: ['large'], none: ['small'] })
    expect(await counters.spend([small, large])).toBeNull()
  })

  it('starts again at 0 when its window is over', async () => {
    let time = 1_000_000
    const limiter = sharedLimiter(storage, 'test', { max: 2, window: 30_000 }, () => time)
    await limiter.take('one')
    await limiter.take('one')
    await limiter.take('two')
    await expect(limiter.take('one')).rejects.toMatchObject({ code: 429, args: { seconds: 30 } })
    time += 30_000
    await limiter.take('one')
  })
})

describe.runIf(engines.includes('postgres'))('rate limits shared by two processes', () => {
  let one: TestPlatform
  let two: { platform: Awaited<ReturnType<typeof openPlatform>>; app: Awaited<ReturnType<typeof build>> }
  beforeAll(async () => {
    one = await startTestPlatform('postgres')
    const platform = await openPlatform(one.platform.settings, silentLog)
    two = { platform, app: await build(platform) }
  })
  afterAll(async () => {
    await two.app.close()
    await two.platform.close()
    await one.dispose()
  })
  const signIn = async (
    process: { app: TestPlatform['app'] },
    password: string,
    remoteAddress = '10.0.0.1',
  ): Promise<number> => {
    const answer = await process.app.inject({
      method: 'POST',
      url: '/v1/godbSystemuserlogin',
      payload: { username: 'root', password: md5Of(password), captcha: 'any' },
      remoteAddress,
    })
    return answer.statusCode
  }

  it('reject sign-ins after 5 failures across both, except from other addresses', async () => {
    for (const process of [one, two, one, two, one]) expect(await signIn(process, 'wrong')).toBe(400)
    for (const process of [one, two]) expect(await signIn(process, 'root123')).toBe(429)
    expect(await signIn(two, 'root123', '10.0.0.2')).toBe(200)
  })

  it('reset the failed sign-ins of both after a successful one', async () => {
    for (const process of [one, two, one, two]) expect(await signIn(process, 'wrong', '10.0.0.3')).toBe(400)
    expect(await signIn(one, 'root123', '10.0.0.3')).toBe(200)
    for (const process of [one, two, one, two]) expect(await signIn(process, 'wrong', '10.0.0.3')).toBe(400)
    expect(await signIn(two, 'root123', '10.0.0.3')).toBe(200)
  })

  it('accept a captcha once across both', async () => {
    const key = Buffer.alloc(32, 7)
    const [here, there] = [createCaptcha(key, one.platform.storage), createCaptcha(key, two.platform.storage)]
    const { cookie } = await here.make()
    const taken = await Promise.all([here.check(cookie, 'k7qm'), there.check(cookie, 'k7qm')])
    expect(taken.toSorted()).toEqual([false, true])
  })

  it('allow one verification code a minute per phone and ten in ten minutes per address', async () => {
    const ask = async (process: { app: TestPlatform['app'] }, phone: string): Promise<number> =>
      (await process.app.inject({ url: `/v1/getVerificationCode?phone=${phone}`, remoteAddress: '10.0.0.9' }))
        .statusCode
    expect([await ask(one, '13812345600'), await ask(two, '13812345600')]).toEqual([200, 429])
    const answers = []
    for (let i = 1; i <= 9; i++) answers.push(await ask(i % 2 ? one : two, `1381234561${i}`))
    expect(answers.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(answers.at(-1)).toBe(429)
  })

  it('still accept an administrator’s known network after 30 failed sign-ins from elsewhere', async () => {
    expect(await signIn(one, 'root123', '2001:db8:5:6::1')).toBe(200)
    for (let i = 0; i < 30; i++) await signIn(i % 2 ? one : two, 'wrong', `10.9.0.${i}`)
    expect(await signIn(one, 'root123', '10.9.1.1')).toBe(429)
    expect(await signIn(two, 'root123', '2001:db8:5:6::2')).toBe(200)
  })
})
