import { describe, expect, it, vi } from 'vitest'
import { createCaptcha } from '../../server/session/captcha.ts'
import { hashPassword, isMd5, md5Of, randomPassword, verifyPassword } from '../../server/session/passwords.ts'
import { createThrottle } from '../../server/session/throttle.ts'

vi.mock('svg-captcha', () => ({ default: { create: () => ({ text: 'k7Qm', data: '<svg/>' }) } }))

describe('passwords', () => {
  it('are stored salted, with what they cost', async () => {
    const [one, two] = await Promise.all([hashPassword(md5Of('secret')), hashPassword(md5Of('secret'))])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
    expect(await verifyPassword(md5Of('secret'), one)).toBe(true)
    expect(await verifyPassword(md5Of('secret').toUpperCase(), one)).toBe(true)
    expect(await verifyPassword(md5Of('Secret'), one)).toBe(false)
  })

  it('fit no missing, empty or foreign hash', async () => {
    for (const stored of [null, '', 'plain', 'scrypt$2$8$1$$', `md5$${md5Of('')}`]) expect(await verifyPassword(md5Of(''), stored)).toBe(false)
  })

  it('keep fitting when new ones cost more', async () => {
    const cheap = await hashPassword(md5Of('old'), { N: 16, r: 1, p: 1 })
    expect(await verifyPassword(md5Of('old'), cheap)).toBe(true)
  })

  it('travel as MD5 in hex', () => {
    expect(md5Of('admin123')).toBe('0192023a7bbd73250516f069df18b500')
    expect(isMd5(md5Of('x'))).toBe(true)
    for (const other of ['admin123', '', null, 7, `${md5Of('x')}0`]) expect(isMd5(other)).toBe(false)
    expect(new Set(Array.from({ length: 50 }, randomPassword)).size).toBe(50)
  })
})

describe('captcha', () => {
  let time = 1_000_000
  const now = () => time
  const key = Buffer.alloc(32, 7)

  it('is checked by any process that has the key, and by no other', async () => {
    const { cookie, image } = await createCaptcha(key, null, now).make()
    expect(image).toBe('<svg/>')
    expect(await createCaptcha(Buffer.alloc(32, 8), null, now).check(cookie, 'k7qm')).toBe(false)
    expect(await createCaptcha(key, null, now).check(cookie, ' K7QM ')).toBe(true)
  })

  it('is good for one try within five minutes', async () => {
    const captcha = createCaptcha(key, null, now)
    const [one, two, three] = await Promise.all([captcha.make(), captcha.make(), captcha.make()])
    expect(await captcha.check(one.cookie, 'k7qm')).toBe(true)
    expect(await captcha.check(one.cookie, 'k7qm')).toBe(false)
    expect(await captcha.check(two.cookie, 'wrong')).toBe(false)
    expect(await captcha.check(two.cookie, 'k7qm')).toBe(false)
    time += 5 * 60_000
    expect(await captcha.check(three.cookie, 'k7qm')).toBe(false)
  })

  it('lets nobody make its life longer', async () => {
    const captcha = createCaptcha(key, null, now)
    const { cookie } = await captcha.make()
    const [, nonce, signature] = cookie.split('.')
    expect(await captcha.check(`${time + 1e9}.${nonce}.${signature}`, 'k7qm')).toBe(false)
    for (const broken of [undefined, '', '.', '..', 'a.b.c', `NaN.${nonce}.${signature}`]) expect(await captcha.check(broken, 'k7qm')).toBe(false)
  })
})

describe('throttle', () => {
  const failing = async (count: number, spend: () => Promise<void>) => {
    for (let i = 0; i < count; i++) await spend()
  }

  it('stops an account from one address, and lets others in', async () => {
    const throttle = createThrottle(null, () => 0)
    await failing(5, () => throttle.spend('Root', 'a'))
    await expect(throttle.spend('root', 'a')).rejects.toThrow(expect.objectContaining({ code: 429, args: { seconds: 900 } }))
    await throttle.spend('root', 'b')
    await throttle.spend('other', 'a')
  })

  it('stops one account from many addresses, and one address over many accounts', async () => {
    const throttle = createThrottle(null, () => 0)
    let n = 0
    await failing(30, () => throttle.spend('root', `address ${n++}`))
    await expect(throttle.spend('root', 'fresh')).rejects.toThrow(expect.objectContaining({ code: 429 }))
    await failing(60, () => throttle.spend(`user ${n++}`, 'one'))
    await expect(throttle.spend('fresh', 'one')).rejects.toThrow(expect.objectContaining({ code: 429 }))
  })

  it('forgives success, and forgets after a quarter of an hour', async () => {
    let time = 0
    const throttle = createThrottle(null, () => time)
    await failing(200, async () => {
      await throttle.spend('root', 'a')
      await throttle.forgive('root', 'a')
    })
    await failing(5, () => throttle.spend('root', 'a'))
    await expect(throttle.spend('root', 'a')).rejects.toThrow('error.tooMany')
    time += 15 * 60_000
    await throttle.spend('root', 'a')
  })
})
