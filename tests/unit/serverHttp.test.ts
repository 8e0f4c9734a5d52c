import { describe, expect, it } from 'vitest'
import { gateway } from '../../resources/gateway.ts'
import { entityOf } from '../../server/crud/entity.ts'
import { rowFromInput } from '../../server/crud/input.ts'
import { changesOf } from '../../server/crud/operations.ts'
import { ApiError } from '../../server/errors.ts'
import { createServer } from '../../server/http/server.ts'
import { languageOf } from '../../server/language.ts'
import { mayOpenFeed } from '../../server/live/origin.ts'
import { silentLog } from '../../server/log.ts'
import { readSettings } from '../../server/settings.ts'
import { idOf, plainText } from '../../server/http/body.ts'
import { failure } from '../../server/http/envelope.ts'
import { device } from '../../resources/device.ts'
import { user } from '../../resources/user.ts'
import type { Caller } from '../../resources/kit/access.ts'

describe('languageOf', () => {
  it.each([
    [undefined, 'zhCN'],
    ['', 'zhCN'],
    ['zh', 'zhCN'],
    ['zh-Hans-CN', 'zhCN'],
    ['zh-TW', 'zhTW'],
    ['zh-Hant', 'zhTW'],
    ['ZH-HK,en', 'zhTW'],
    ['en-US,en;q=0.9,zh;q=0.8', 'zhEN'],
    ['zh;q=0.5, en;q=0.9', 'zhEN'],
    ['fr, de', 'zhCN'],
    ['en;q=0, zh-TW', 'zhTW'],
    ['english', 'zhCN'],
    [',,;q=', 'zhCN'],
  ])('returns for %s the language %s', (header, language) => {
    expect(languageOf(header)).toBe(language)
  })
})

describe('failure', () => {
  it('returns message, field errors and labels in the requested language', () => {
    const error = new ApiError(
      409,
      'error.inUse',
      { users: ['网关 甲', '閘道 甲', 'Gateway A'] },
      { name: { key: 'error.rule.maxLength', args: { max: 60 } } },
      { uses: [1] },
    )
    expect(failure(error, 'zhEN')).toEqual({
      code: 409,
      msg: 'Still in use, so it cannot be deleted: Gateway A',
      data: { fields: { name: 'At most 60 characters' }, uses: [1] },
    })
    expect(failure(error, 'zhTW').msg).toContain('閘道 甲')
    expect(failure(new ApiError(404, 'error.notFound'), 'zhCN').data).toBeNull()
  })
})

describe('request body fields', () => {
  it('read optional text that is plain, wrapped, or wrapped inside a form value', () => {
    expect(plainText({ String: 'a', Valid: true })).toBe('a')
    expect(plainText({ String: 'a', Valid: false })).toBeNull()
    expect(plainText('{"String":"a","Valid":true}')).toBe('a')
    expect(plainText('{"maplng":1,"maplat":2}')).toBe('{"maplng":1,"maplat":2}')
    expect(plainText('{"String":7,"Valid":true}')).toBe('{"String":7,"Valid":true}')
    expect(plainText('{"Valid"')).toBe('{"Valid"')
    expect(plainText(7)).toBe(7)
  })

  it('accept only positive integers as ids', () => {
    expect([7, '7', ' 7 '].map(idOf)).toEqual([7, 7, 7])
    expect([0, -1, 1.5, '01', '1e3', '', null, {}, [7], '9'.repeat(16), NaN].map(idOf)).toEqual(Array(11).fill(null))
  })
})

describe('rowFromInput', () => {
  const entity = entityOf(gateway)
  const root: Caller = { id: 1, super_id: 1, project_id: null, keys: new Set(), districts: [], types: [] }
  const member: Caller = { ...root, id: 9, super_id: 2, project_id: 4 }
  const body = {
    name: ' Gate ',
    regcode: 12,
    protocol_type: '1',
    project_id: '3',
    issingle: '',
    explained: { String: 'x', Valid: true },
  }

  it('converts the input to column types and fills in defaults', () => {
    expect(rowFromInput(entity, body, null, root)).toEqual({
      name: 'Gate',
      regcode: '12',
      protocol_type: 1,
      iccid: null,
      iccid_firm: null,
      project_id: 3,
      issingle: 0,
      explained: 'x',
    })
  })

  it('takes the project from the session, except for the super administrator', () => {
    expect(rowFromInput(entity, body, null, member).project_id).toBe(4)
    expect(
      rowFromInput(entity, { project_id: 3 }, { ...rowFromInput(entity, body, null, member), id: 1 }, member)
        .project_id,
    ).toBe(4)
    expect(() => rowFromInput(entity, body, null, { ...member, project_id: null })).toThrow(
      expect.objectContaining({ code: 403 }),
    )
    expect(() => rowFromInput(entity, { ...body, project_id: '' }, null, root)).toThrow(
      expect.objectContaining({ fields: { project_id: { key: 'error.rule.required' } } }),
    )
  })

  it('keeps an old invalid value until its field is sent', () => {
    const old = { ...rowFromInput(entity, body, null, root), id: 1, regcode: 'letters' }
    expect(rowFromInput(entity, { name: 'Other' }, old, root)).toMatchObject({
      name: 'Other',
      regcode: 'letters',
      project_id: 3,
    })
    expect(() => rowFromInput(entity, { regcode: 'letters' }, old, root)).toThrow(
      expect.objectContaining({ code: 400 }),
    )
  })

  it('never stores a value that its column cannot hold, even of a hidden field', () => {
    const devices = entityOf(device)
    const standalone = {
      name: 'Standalone',
      project_id: 3,
      district_id: 2,
      devicetype_id: 1,
      issingle: 1,
      protocol_type: 1,
      acquisition_cycle: 30,
      save_cycle: 5,
    }
    const row = rowFromInput(devices, { ...standalone, deviceaddr: { toString: 1 }, addrcompile: '7' }, null, root)
    expect(row).toMatchObject({ deviceaddr: 0, addrcompile: 7 })
    const old = { ...row, id: 1, deviceaddr: 12 }
    expect(rowFromInput(devices, { deviceaddr: 1e300 }, old, root).deviceaddr).toBe(12)
    expect(rowFromInput(devices, { deviceaddr: '' }, old, root).deviceaddr).toBe(0)
    const long = JSON.stringify({ maplng: 114.5, maplat: 38, more: 'x'.repeat(1000) })
    expect(() => rowFromInput(devices, { positional: long }, old, root)).toThrow(expect.objectContaining({ code: 400 }))
  })

  it('ignores inherited properties', () => {
    expect(
      rowFromInput(
        entity,
        Object.create({ iccid: 'abc' }) as object as Record<string, unknown>,
        { ...rowFromInput(entity, body, null, root) },
        root,
      ).iccid,
    ).toBeNull()
  })
})

describe('operation log', () => {
  it('masks secrets', () => {
    const changes = changesOf(
      user,
      { password: 'scrypt$old', user_token: 'a', nickname: 'x' },
      { password: 'scrypt$new', user_token: 'b', nickname: 'x' },
    )
    expect(changes.map(({ field_name, old_value, new_value }) => [field_name, old_value, new_value])).toEqual([
      ['password', '******', '******'],
      ['user_token', '******', '******'],
    ])
  })
})

describe('TRUST_PROXY', () => {
  const told = async (setting: string, remoteAddress: string): Promise<string> => {
    const app = await createServer(readSettings({ TRUST_PROXY: setting }, null), silentLog)
    app.get('/who', async (request) => request.ip)
    const answer = await app.inject({ url: '/who', remoteAddress, headers: { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' } })
    await app.close()
    return answer.body
  }

  it('trusts no proxy, a number of proxies, or proxies with the given addresses', async () => {
    expect(await told('off', '10.0.0.1')).toBe('10.0.0.1')
    expect(await told('1', '10.0.0.1')).toBe('2.2.2.2')
    expect(await told('2', '10.0.0.1')).toBe('1.1.1.1')
    expect(await told('10.0.0.0/8', '10.0.0.1')).toBe('2.2.2.2')
    expect(await told('10.0.0.0/8, 2.2.2.2', '10.0.0.1')).toBe('1.1.1.1')
    expect(await told('10.0.0.0/8', '11.0.0.1')).toBe('11.0.0.1')
    expect(await told('fd00::/8', 'fd00::1')).toBe('2.2.2.2')
  })

  it.each(['on', 'true', '0', '100', '10.0.0.0/33', '10.0.0', 'proxy.local', '10.0.0.0/8/8'])(
    'rejects %s with a message that lists the allowed values',
    (value) => {
      expect(() => readSettings({ TRUST_PROXY: value }, null)).toThrow(
        /TRUST_PROXY is ".*"; it takes off, the number of proxies/,
      )
    },
  )
})

describe('LIVE_ORIGINS', () => {
  it.each([
    ['https://Console.Example', 'https://console.example'],
    ['HTTPS://console.example:443/', 'https://console.example'],
    ['http://console.example:80', 'http://console.example'],
    ['http://console.example:8080', 'http://console.example:8080'],
    ['http://[2001:DB8::1]:8080', 'http://[2001:db8::1]:8080'],
  ])('allows pages from %s, normalised to %s', (given, origin) => {
    const { liveOrigins } = readSettings({ LIVE_ORIGINS: `https://other.example, ${given}` }, null)
    expect(liveOrigins).toEqual(['https://other.example', origin])
    expect(mayOpenFeed({ origin }, 'platform.example', liveOrigins)).toBe(true)
    expect(mayOpenFeed({ origin: 'https://elsewhere.example' }, 'platform.example', liveOrigins)).toBe(false)
  })

  it.each([
    '*',
    'https://*',
    'https://*.example',
    'console.example',
    'console.example:8443',
    'https:console.example',
    'https://',
    'https://console.example/path',
    'https://console.example?a=1',
    'https://me@console.example',
    'https://console.example:99999',
    'wss://console.example',
  ])('rejects %s with a message that shows the expected form', (name) => {
    expect(() => readSettings({ LIVE_ORIGINS: name }, null)).toThrow(
      `LIVE_ORIGINS names "${name}"; write each origin out, without * or a path: https://console.example:8443`,
    )
  })
})
