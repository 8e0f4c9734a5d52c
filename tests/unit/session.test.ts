// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { onSessionEnd, onSignedInAgain, signedInAgain, signingIn } from '../../authProvider/again.ts'
import { keepOwnPush } from '../../authProvider/endPush.ts'
import { createAuthProvider, mayAct } from '../../authProvider/index.ts'
import { isAnnounced, forgetCapabilities, loadCapabilities } from '../../authProvider/capabilities.ts'
import { landingPath, menuOf } from '../../authProvider/landing.ts'
import { forgetMe, isSignedOut, loadMe, toMe } from '../../authProvider/me.ts'
import { clearSession, readSession, saveSession } from '../../authProvider/session.ts'
import { signIn } from '../../authProvider/signIn.ts'
import { signOut } from '../../authProvider/signOut.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { originOf } from '../../src/app/origin.ts'

const fetched = vi.fn<typeof fetch>()
const reply = (body: unknown, status = 200) =>
  fetched.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(body), { status })))
const myInfo = (changes: object = {}) => ({
  id: 7,
  username: 'viewer',
  nickname: '查看员',
  super_id: 3,
  menu_control: { String: '["2-1","3-4-3"]', Valid: true },
  user_token: 'x',
  project_id: 2,
  typemap: { String: '2,3', Valid: true },
  distr_map: { String: '', Valid: false },
  changepassword: 0,
  ...changes,
})
const callerOf = (changes: object) => toMe(myInfo(changes)).caller

const ENDPOINT = 'https://push.example.com/a'
/** Gives this browser a push subscription; returns the function that ends it. */
function optedIn() {
  const unsubscribe = vi.fn(() => Promise.resolve(true))
  const keys = { p256dh: 'p', auth: 'a' }
  const subscription = { endpoint: ENDPOINT, unsubscribe, toJSON: () => ({ endpoint: ENDPOINT, keys }) }
  const worker = { pushManager: { getSubscription: () => Promise.resolve(subscription) } }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: () => Promise.resolve(worker) },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  return unsubscribe
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  configureHttp({ token: () => readSession()?.token ?? null, languageTag: () => 'zh-CN', onSignedOut: () => {} })
})
afterEach(() => {
  clearSession()
  forgetMe()
  localStorage.clear()
  fetched.mockReset()
  vi.unstubAllGlobals()
})

describe('stored session', () => {
  it('requires both token and login flag', () => {
    expect(readSession()).toBeNull()
    saveSession({ token: 't', superId: 1 })
    expect(readSession()).toEqual({ token: 't', superId: 1 })
    localStorage.removeItem('login')
    expect(readSession()).toBeNull()
  })

  it('lasts as long as the page if localStorage is full', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
      removeItem: () => {},
      clear: () => {},
    })
    saveSession({ token: 't', superId: 1 })
    expect(readSession()).toEqual({ token: 't', superId: 1 })
    clearSession()
    expect(readSession()).toBeNull()
  })

  it('follows a sign-in or sign-out in another tab, even if localStorage was full', () => {
    const items = new Map([
      ['token', 'before'],
      ['login', '1'],
      ['superid', '3'],
    ])
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
      removeItem: (key: string) => void items.delete(key),
      clear: () => items.clear(),
    })
    saveSession({ token: 'own', superId: 1 })
    expect(readSession()).toEqual({ token: 'own', superId: 1 })
    // The token of another tab, whose user has the same rights as the previous one.
    items.set('token', 'of another tab')
    expect(readSession()).toEqual({ token: 'of another tab', superId: 3 })
    saveSession({ token: 'own', superId: 1 })
    items.clear()
    expect(readSession()).toBeNull()
  })

  it('sets a cookie, and removes it and all keys when cleared', () => {
    saveSession({ token: 't', superId: 1 })
    localStorage.setItem('hmi_control', '1')
    expect(document.cookie).toContain('signedin=1')
    clearSession()
    expect(document.cookie).not.toContain('signedin=1')
    expect(['token', 'login', 'superid', 'hmi_control'].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

describe('signIn and signOut', () => {
  it('sends the MD5 of the password and stores the session', async () => {
    reply({ code: 0, data: { token: 'abc', hmi_control: '1', superid: 1 } })
    await signIn({ username: 'admin', password: 'admin123', captcha: 'x' })
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({
      username: 'admin',
      password: '0192023a7bbd73250516f069df18b500',
      captcha: 'x',
    })
    expect(readSession()?.token).toBe('abc')
  })

  it('stores nothing when the sign-in is rejected', async () => {
    reply({ code: 1, msg: 'wrong', data: null })
    await expect(signIn({ username: 'a', password: 'b', captcha: 'c' })).rejects.toThrow('wrong')
    expect(readSession()).toBeNull()
  })

  it('clears the session even if the platform does not support sign-out', async () => {
    saveSession({ token: 't', superId: 1 })
    reply({ code: 404, msg: 'no', data: null }, 404)
    await signOut()
    expect(readSession()).toBeNull()
  })
})

describe('signOut', () => {
  const announcing = (said: boolean | null) =>
    configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {}, announces: async () => said })

  it.each([
    [true, 1],
    [null, 1],
    [false, 0],
  ] as const)('with sign-out support %s sends %i requests', async (said, times) => {
    announcing(said)
    reply({ code: 0, data: null })
    await signOut()
    expect(fetched).toHaveBeenCalledTimes(times)
  })
})

describe('current user', () => {
  it('is converted to a caller with districts, types and menu keys', () => {
    const me = toMe(myInfo({ distr_map: '4,5', changepassword: 1 }))
    expect(me).toMatchObject({ nickname: '查看员', mustChangePassword: true })
    expect(me.caller).toMatchObject({ id: 7, super_id: 3, project_id: 2, districts: [4, 5], types: [2, 3] })
    expect([...me.caller.keys].toSorted()).toEqual(['2', '2-1', '3', '3-4', '3-4-3'])
  })

  it('has defaults for a sparse response', () => {
    expect(toMe({ id: 1 })).toMatchObject({
      username: '',
      nickname: '',
      mustChangePassword: false,
      caller: { super_id: 0, project_id: null },
    })
    expect(toMe({ id: 1, menu_control: 'not json' }).caller.keys.size).toBe(0)
  })

  it('is requested once for concurrent calls', async () => {
    reply({ code: 0, data: myInfo() })
    await Promise.all([loadMe(), loadMe()])
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('clears the session on a code other than 0, with HTTP 200 or 401', async () => {
    for (const status of [200, 401]) {
      saveSession({ token: 't', superId: 1 })
      reply({ code: 1, msg: 'gone', data: null }, status)
      const failure: unknown = await loadMe().catch((thrown: unknown) => thrown)
      expect(isSignedOut(failure)).toBe(true)
      expect(readSession()).toBeNull()
    }
  })

  it.each([
    [503, 503],
    [502, 502],
    [500, 200],
    [503, 200],
    [429, 429],
  ])('keeps the session on code %i with HTTP %i, a temporary failure', async (code, status) => {
    saveSession({ token: 't', superId: 1 })
    reply({ code, msg: 'later', data: null }, status)
    const failure: unknown = await loadMe().catch((thrown: unknown) => thrown)
    expect(isSignedOut(failure)).toBe(false)
    expect(readSession()).not.toBeNull()
  })

  it('keeps the session on a network error and can be loaded again', async () => {
    saveSession({ token: 't', superId: 1 })
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    const failure: unknown = await loadMe().catch((thrown: unknown) => thrown)
    expect(isSignedOut(failure)).toBe(false)
    expect(readSession()).not.toBeNull()
    reply({ code: 0, data: myInfo() })
    await expect(loadMe()).resolves.toMatchObject({ username: 'viewer' })
  })
})

describe('capabilities of the platform', () => {
  afterEach(forgetCapabilities)

  it('are requested again after a response with code 503', async () => {
    for (const status of [503, 200]) {
      reply({ code: 503, msg: 'later', data: null }, status)
      expect((await loadCapabilities()).extensions.size).toBe(0)
    }
    reply({ code: 0, data: { name: 'x', extensions: ['points'] } })
    expect((await loadCapabilities()).extensions).toEqual(new Set(['points']))
  })

  it('are unknown after a response with code 401, and requested again', async () => {
    forgetCapabilities()
    reply({ code: 401, msg: 'no', data: null }, 401)
    expect(await isAnnounced('points')).toBeNull()
    reply({ code: 0, data: { extensions: ['points'] } })
    expect([await isAnnounced('points'), await isAnnounced('ws-all')]).toEqual([true, false])
    forgetCapabilities()
  })
})

describe('permissions of a caller', () => {
  it('determine the menu', () => {
    expect(menuOf(callerOf({})).map(({ key, entries }) => [key, entries.map((entry) => entry.key)])).toEqual([
      ['2', ['2-1']],
      ['3', ['3-4']],
    ])
    expect(menuOf(callerOf({ menu_control: null }))).toEqual([])
    expect(
      menuOf(callerOf({ super_id: 1, menu_control: null })).flatMap(({ entries }) => entries).length,
    ).toBeGreaterThan(5)
  })

  it('determine the landing page as the first permitted one', () => {
    expect(landingPath(callerOf({}))).toBe('/monitor/data')
    expect(landingPath(callerOf({ menu_control: '["3-4"]' }))).toBe('/manage/gateway')
    expect(landingPath(callerOf({ menu_control: '["1","3-4"]' }))).toBe('/')
    expect(landingPath(callerOf({ menu_control: '[]' }))).toBeNull()
  })

  it('exclude a landing page whose extension the platform lacks', () => {
    const [ranks, others] = [callerOf({ menu_control: '["2-9"]' }), callerOf({ menu_control: '["2-9","3-4"]' })]
    expect([ranks, others].map((caller) => landingPath(caller, new Set()))).toEqual([null, '/manage/gateway'])
    expect(landingPath(ranks, new Set(['environment-means']))).toBe('/monitor/ranking')
  })

  it('allow an action only if granted', () => {
    const caller = callerOf({})
    expect(mayAct(caller, 'manage/gateway', 'list')).toBe(true)
    expect(mayAct(caller, 'manage/gateway', 'edit')).toBe(true)
    expect(mayAct(caller, 'manage/gateway', 'delete')).toBe(false)
    expect(mayAct(caller, 'manage/gateway', 'explode')).toBe(false)
    expect(mayAct(caller, 'manage/device', 'list')).toBe(false)
    expect(mayAct(caller, 'monitor/data', 'list')).toBe(true)
    expect(mayAct(caller, 'no/such/thing', 'list')).toBe(false)
  })
})

describe('createAuthProvider', () => {
  it('does not end the session in checkError', async () => {
    const provider = createAuthProvider(() => {})
    await expect(provider.checkError()).resolves.toBeUndefined()
  })

  it('waits in checkAuth for the sign-in over the page', async () => {
    let done = () => {}
    onSessionEnd(() => new Promise((resolve) => (done = resolve)))
    const checked = createAuthProvider(() => {}).checkAuth()
    expect(signingIn()).not.toBeNull()
    done()
    await expect(checked).resolves.toBeUndefined()
    expect(signingIn()).toBeNull()
    onSessionEnd(null)
  })

  it('logs out with a notice before, clears the session and leaves by the given function', async () => {
    saveSession({ token: 't', superId: 1 })
    reply({ code: 0, data: null })
    const leave = vi.fn()
    const beforeLeave = vi.fn(() => expect(readSession()).not.toBeNull())
    await expect(createAuthProvider(leave, beforeLeave).logout()).resolves.toBe(false)
    expect([leave.mock.calls.length, beforeLeave.mock.calls.length]).toEqual([1, 1])
    expect(readSession()).toBeNull()
    await expect(createAuthProvider(leave).checkAuth()).rejects.toThrow('error.signedOut')
  })

  it.each([200, 500])('ends this browser’s push subscription on logout, also on HTTP %i', async (status) => {
    saveSession({ token: 't', superId: 1 })
    reply({ code: status === 200 ? 0 : status, data: null }, status)
    const unsubscribe = optedIn()
    await createAuthProvider(() => {}).logout()
    const [first] = fetched.mock.calls
    expect([first?.[0], first?.[1]?.method, first?.[1]?.body]).toEqual([
      '/v1/alarmPush',
      'PUT',
      JSON.stringify({ endpoint: ENDPOINT }),
    ])
    expect(unsubscribe).toHaveBeenCalledOnce()
    expect(readSession()).toBeNull()
  })
})

describe('push subscription left from an expired session', () => {
  it.each([
    [
      'is kept and sent again in the current language if it belongs to the user',
      { endpoints: [ENDPOINT] },
      0,
      ['POST'],
    ],
    ['is ended if another user has signed in', { endpoints: ['https://push.example.com/b'] }, 1, []],
    ['is kept if the platform does not report whose it is', { browsers: 1 }, 0, []],
  ])('%s', async (_name, data, ended, told) => {
    const unsubscribe = optedIn()
    reply({ code: 0, data })
    await keepOwnPush()
    expect(unsubscribe).toHaveBeenCalledTimes(ended)
    const [, ...further] = fetched.mock.calls.map(([, init]) => init)
    expect(further.map((init) => init?.method)).toEqual(told)
    for (const init of further) {
      expect(JSON.parse(String(init?.body))).toEqual({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } })
      expect(new Headers(init?.headers).get('accept-language')).toBe('zh-CN')
    }
  })

  it('sends no request if the browser has none', async () => {
    await keepOwnPush()
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('request after an expired session', () => {
  afterEach(() => onSessionEnd(null))

  it('continues at once if another tab has signed in', async () => {
    saveSession({ token: 'next', superId: 1 })
    const ask = vi.fn(() => Promise.resolve())
    onSessionEnd(ask)
    await expect(signedInAgain('old')).resolves.toBe(true)
    expect(ask).not.toHaveBeenCalled()
  })

  it('prompts once for all requests and notifies the listeners', async () => {
    const ask = vi.fn(() => Promise.resolve())
    const woken = vi.fn()
    const end = onSignedInAgain(woken)
    onSessionEnd(ask)
    await expect(Promise.all([signedInAgain('old'), signedInAgain('old')])).resolves.toEqual([true, true])
    expect([ask.mock.calls.length, woken.mock.calls.length]).toEqual([1, 1])
    end()
  })
})

describe('originOf', () => {
  it('returns a path of this site, and / for anything else', () => {
    expect(originOf({ from: '/manage/gateway?current=2#x' })).toBe('/manage/gateway?current=2#x')
    for (const state of [
      null,
      {},
      'x',
      { from: 7 },
      { from: 'https://evil.example' },
      { from: '//evil.example' },
      { from: '/\\evil.example' },
      { from: '/login' },
      { from: 'javascript:1' },
    ])
      expect(originOf(state), JSON.stringify(state)).toBe('/')
  })
})
