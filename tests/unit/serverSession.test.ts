import { describe, expect, it, vi } from 'vitest'
import { createCaptcha } from '../../server/session/captcha.ts'
import { hashPassword, isMd5, md5Of, randomPassword, verifyPassword } from '../../server/session/passwords.ts'
import { networkOf } from '../../server/http/network.ts'
import { createThrottle } from '../../server/session/throttle.ts'

vi.mock('../../server/session/captchaPicture.ts', () => ({
  drawCaptcha: async () => ({ text: 'k7Qm', image: Buffer.from('a picture') }),
}))

describe('password hashing', () => {
  it('uses a random salt and stores the cost in the hash', async () => {
    const [one, two] = await Promise.all([hashPassword(md5Of('secret')), hashPassword(md5Of('secret'))])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
    expect(await verifyPassword(md5Of('secret'), one)).toBe(true)
    expect(await verifyPassword(md5Of('secret').toUpperCase(), one)).toBe(true)
    expect(await verifyPassword(md5Of('Secret'), one)).toBe(false)
  })

  it('rejects a missing, empty or foreign hash', async () => {
    for (const stored of [null, '', 'plain', 'scrypt$2$8$1$$', `md5$${md5Of('')}`])
      expect(await verifyPassword(md5Of(''), stored)).toBe(false)
  })

  it('verifies a hash of lower cost', async () => {
    const cheap = await hashPassword(md5Of('old'), { N: 16, r: 1, p: 1 })
    expect(await verifyPassword(md5Of('old'), cheap)).toBe(true)
  })

  it('recognizes MD5 in hex and creates distinct random passwords', () => {
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

  it('is verified by any process with the same key, and by no other', async () => {
    const { cookie, image } = await createCaptcha(key, null, now).make()
    expect(String(image)).toBe('a picture')
    expect(await createCaptcha(Buffer.alloc(32, 8), null, now).check(cookie, 'k7qm')).toBe(false)
    expect(await createCaptcha(key, null, now).check(cookie, ' K7QM ')).toBe(true)
  })

  it('is valid for one attempt within 5 min', async () => {
    const captcha = createCaptcha(key, null, now)
    const [one, two, three] = await Promise.all([captcha.make(), captcha.make(), captcha.make()])
    expect(await captcha.check(one.cookie, 'k7qm')).toBe(true)
    expect(await captcha.check(one.cookie, 'k7qm')).toBe(false)
    expect(await captcha.check(two.cookie, 'wrong')).toBe(false)
    expect(await captcha.check(two.cookie, 'k7qm')).toBe(false)
    time += 5 * 60_000
    expect(await captcha.check(three.cookie, 'k7qm')).toBe(false)
  })

  it('rejects a cookie with a later expiry or in a broken format', async () => {
    const captcha = createCaptcha(key, null, now)
    const { cookie } = await captcha.make()
    const [, nonce, signature] = cookie.split('.')
    expect(await captcha.check(`${time + 1e9}.${nonce}.${signature}`, 'k7qm')).toBe(false)
    for (const broken of [undefined, '', '.', '..', 'a.b.c', `NaN.${nonce}.${signature}`])
      expect(await captcha.check(broken, 'k7qm')).toBe(false)
  })
})

describe('throttle', () => {
  const failing = async (count: number, spend: () => Promise<void>) => {
    for (let i = 0; i < count; i++) await spend()
  }

  it('blocks an account from one address after 5 attempts, but not other addresses and accounts', async () => {
    const throttle = createThrottle(null, () => 0)
    await failing(5, () => throttle.spend('Root', 'a'))
    await expect(throttle.spend('root', 'a')).rejects.toThrow(
      expect.objectContaining({ code: 429, args: { seconds: 900 } }),
    )
    await throttle.spend('root', 'b')
    await throttle.spend('other', 'a')
  })

  it('blocks an account after 30 attempts from many addresses, and an address after 60 on many accounts', async () => {
    const throttle = createThrottle(null, () => 0)
    let n = 0
    await failing(30, () => throttle.spend('root', `address ${n++}`))
    await expect(throttle.spend('root', 'fresh')).rejects.toThrow(expect.objectContaining({ code: 429 }))
    await failing(60, () => throttle.spend(`user ${n++}`, 'one'))
    await expect(throttle.spend('fresh', 'one')).rejects.toThrow(expect.objectContaining({ code: 429 }))
  })

  it('keeps an account open to networks it signed in from within 90 days, despite guesses from elsewhere', async () => {
    let time = 0
    const throttle = createThrottle(null, () => time)
    await throttle.spend('Admin', '2001:db8:1:2::10')
    await throttle.forgive('Admin', '2001:db8:1:2::10')
    let n = 0
    await failing(30, () => throttle.spend('admin', `10.0.0.${n++}`))
    await expect(throttle.spend('admin', '10.0.1.1')).rejects.toThrow(expect.objectContaining({ code: 429 }))
    // The same household under another of its addresses, and no more attempts than any other caller.
    await failing(5, () => throttle.spend('admin', '2001:db8:1:2:ffff::1'))
    await expect(throttle.spend('admin', '2001:db8:1:2::10')).rejects.toThrow(expect.objectContaining({ code: 429 }))
    time += 91 * 24 * 3_600_000
    await failing(30, () => throttle.spend('admin', `10.0.0.${n++}`))
    await expect(throttle.spend('admin', '2001:db8:1:2::10')).rejects.toThrow(expect.objectContaining({ code: 429 }))
  })

  it('counts an IPv6 /64 network as one and an IPv4-mapped address as IPv4', async () => {
    const throttle = createThrottle(null, () => 0)
    let n = 0
    await failing(60, () => throttle.spend(`user ${n}`, `2001:db8:0:7:${(n++).toString(16)}::1`))
    await expect(throttle.spend('fresh', '2001:db8::7:9:9:9:9')).rejects.toThrow(expect.objectContaining({ code: 429 }))
    await throttle.spend('fresh', '2001:db8:0:8::1')
    for (const [address, network] of [
      ['::ffff:10.1.2.3', '10.1.2.3'],
      ['::ffff:a01:203', '10.1.2.3'],
      ['10.1.2.3', '10.1.2.3'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['2001:DB8::1', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['', ''],
    ] as const)
      expect(networkOf(address)).toBe(network)
  })

  it('resets on success and expires after 15 min', async () => {
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
