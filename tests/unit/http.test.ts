import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, configureHttp, fileNameIn, uploadImage, WireError } from '../../dataProvider/http.ts'
import { waitFor } from '../support/waitFor.ts'

const fetched = vi.fn<typeof fetch>()
const onSignedOut = vi.fn()
let token: string | null = 'secret'

beforeEach(() => {
  token = 'secret'
  vi.stubGlobal('fetch', fetched)
  configureHttp({ token: () => token, languageTag: () => 'zh-TW', onSignedOut })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetched.mockReset()
  onSignedOut.mockReset()
})

describe('fileNameIn', () => {
  const utf8 = String.fromCharCode(...new TextEncoder().encode('报警记录.xlsx'))
  it.each([
    [
      "attachment; filename=alarms.xlsx; filename*=UTF-8''%E6%8A%A5%E8%AD%A6%20%E8%AE%B0%E5%BD%95.xlsx",
      '报警 记录.xlsx',
    ],
    ['attachment; filename="a \\"b\\".xlsx"', 'a "b".xlsx'],
    ['attachment; filename=%E6%8A%A5%E8%AD%A6.xlsx', '报警.xlsx'],
    [`attachment; filename=${utf8}`, '报警记录.xlsx'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="100%.xlsx"', '100%.xlsx'],
    ['attachment', ''],
    ['', ''],
  ])('reads the file name of %s', (header, name) => {
    expect(fileNameIn(header)).toBe(name)
  })
})

const answers = (body: unknown, status = 200) =>
  fetched.mockImplementation(() =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })),
  )
const sent = () => {
  const [url, init] = fetched.mock.calls[0] ?? []
  return { url: String(url), init: init ?? {}, headers: new Headers(init?.headers) }
}
const failureOf = async (answer: Promise<unknown>): Promise<WireError> => {
  const failure = await answer.then(() => null).catch((thrown: unknown) => thrown)
  if (!(failure instanceof WireError)) throw new Error(`not a WireError: ${String(failure)}`)
  return failure
}

describe('call', () => {
  it('requests /v1 with bearer token and language, and returns the data of the envelope', async () => {
    answers({ code: 0, msg: '', data: { list: [1], total: 1 } })
    await expect(
      call('GET', 'godbGateway', { query: { page_size: 10, current: 1, search: '', pro_id: null } }),
    ).resolves.toEqual({ list: [1], total: 1 })
    expect(sent().url).toBe('/v1/godbGateway?page_size=10&current=1')
    expect(sent().headers.get('authorization')).toBe('Bearer secret')
    expect(sent().headers.get('accept-language')).toBe('zh-TW')
  })

  it('sends no bearer token without a session', async () => {
    token = null
    answers({ code: 0, data: null })
    await call('GET', 'captcha')
    expect(sent().headers.has('authorization')).toBe(false)
  })

  it('sends a body as JSON and a form as form data', async () => {
    answers({ code: '0', data: 1 })
    await call('POST', 'godbGateway', { body: { name: 'a&b' } })
    expect(sent().init.body).toBe('{"name":"a&b"}')
    expect(sent().headers.get('content-type')).toBe('application/json')
    fetched.mockClear()
    await call('POST', 'x', { form: { a: 'ä&', n: 1 } })
    expect(String(sent().init.body)).toBe('a=%C3%A4%26&n=1')
    expect(sent().headers.has('content-type')).toBe(false)
  })
})

describe('errors and timeout of a call', () => {
  it('contain status, code, message and problems by field', async () => {
    answers({ code: 400, msg: '有内容需要修改', data: { fields: { regcode: '已被使用' } } }, 400)
    const failure = await failureOf(call('POST', 'godbGateway', { body: {} }))
    expect(failure).toMatchObject({
      message: '有内容需要修改',
      status: 400,
      body: { code: 400, errors: { regcode: '已被使用' } },
    })
  })

  it('are recognised by the code in an HTTP 200 response of an older platform', async () => {
    answers({ code: 1, msg: 'no', data: null })
    expect(await failureOf(call('GET', 'x'))).toMatchObject({ message: 'no', status: 400, body: { code: 1 } })
    answers({ code: 403, msg: 'no', data: null })
    expect(await failureOf(call('GET', 'x'))).toMatchObject({ status: 403, body: { code: 403 } })
  })

  it('have a readable message when the server sent only its status text', async () => {
    answers({ code: 500, msg: 'Internal Server Error', data: null }, 500)
    expect(await failureOf(call('GET', 'x'))).toMatchObject({
      message: 'error.server',
      status: 500,
      body: { code: 500 },
    })
    answers({ code: 503, msg: 'Service Unavailable', data: null }, 503)
    expect(await failureOf(call('GET', 'x'))).toMatchObject({ message: 'error.unavailable', status: 503 })
    answers({ code: 503, msg: '数据库正在维护', data: null }, 503)
    expect(await failureOf(call('GET', 'x'))).toMatchObject({ message: '数据库正在维护' })
  })

  it('have a readable message and no code when the response is not an envelope', async () => {
    answers('<html>Bad gateway</html>', 502)
    expect(await failureOf(call('GET', 'x'))).toMatchObject({
      message: 'error.unavailable',
      status: 502,
      body: { code: null },
    })
    for (const body of ['', 'null', '[]', '{"data":1}', '{"code":"x"}']) {
      answers(body)
      expect(await failureOf(call('GET', 'x')), body).toMatchObject({
        message: 'error.badAnswer',
        status: 200,
        body: { code: null },
      })
    }
  })

  it.each([
    [413, 'error.tooLarge'],
    [403, 'error.forbidden'],
    [429, 'error.unavailable'],
    [404, 'error.badAnswer'],
  ])('have a message for status %i of a proxy', async (status, message) => {
    answers('<html><h1>nginx</h1></html>', status)
    expect(await failureOf(call('POST', 'x'))).toMatchObject({ message, status, body: { code: null } })
    answers('<html><h1>nginx</h1></html>', status)
    expect(await failureOf(uploadImage(new Blob(['x'])))).toMatchObject({ message, status })
  })

  it('have status 0 for a network failure', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failureOf(call('GET', 'x'))).toMatchObject({
      message: 'error.network',
      status: 0,
      body: { code: null },
    })
  })

  it('have status 0 and a message of their own for a timeout', async () => {
    vi.useFakeTimers()
    fetched.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    )
    const failure = failureOf(call('GET', 'x', { timeout: 5000 }))
    await vi.advanceTimersByTimeAsync(5000)
    expect(await failure).toMatchObject({ message: 'error.timeout', status: 0 })
  })

  it('pass on an AbortError unchanged', async () => {
    fetched.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
        ),
    )
    const controller = new AbortController()
    const answer = call('GET', 'x', { signal: controller.signal })
    controller.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('leave no timer behind after a successful call', async () => {
    vi.useFakeTimers()
    answers({ code: 0, data: null })
    await call('GET', 'x')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('ended session', () => {
  it('is reported once per token, by status or code 401', async () => {
    answers({ code: 401, msg: 'gone', data: null }, 401)
    await Promise.all([failureOf(call('GET', 'a')), failureOf(call('GET', 'b'))])
    expect(onSignedOut).toHaveBeenCalledTimes(1)
    token = 'next'
    answers({ code: 401, msg: 'gone', data: null })
    expect(await failureOf(call('GET', 'c'))).toMatchObject({ status: 401 })
    expect(onSignedOut).toHaveBeenCalledTimes(2)
  })

  it('is not reported for a wrong password', async () => {
    token = null
    answers({ code: 401, msg: 'wrong', data: null }, 401)
    await failureOf(call('POST', 'godbSystemuserlogin'))
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('is not reported for a 403 response', async () => {
    answers({ code: 403, msg: 'no', data: null }, 403)
    await failureOf(call('GET', 'x'))
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  it('holds a call until the same user has signed in again, then sends it again with its body', async () => {
    let resume: (renewed: boolean) => void = () => {}
    const signedInAgain = vi.fn(() => new Promise<boolean>((resolve) => (resume = resolve)))
    configureHttp({ token: () => token, languageTag: () => 'zh-TW', onSignedOut, signedInAgain })
    fetched.mockImplementation((_, init) =>
      Promise.resolve(
        new Headers(init?.headers).get('authorization') === 'Bearer next'
          ? new Response(JSON.stringify({ code: 0, data: 'saved' }))
          : new Response(JSON.stringify({ code: 401, msg: 'gone', data: null }), { status: 401 }),
      ),
    )
    const saving = call('POST', 'godbGateway', { body: { name: 'typed' } })
    await waitFor(() => expect(signedInAgain).toHaveBeenCalledExactlyOnceWith('secret'))
    token = 'next'
    resume(true)
    await expect(saving).resolves.toBe('saved')
    expect(fetched.mock.calls.map(([, init]) => init?.body)).toEqual(['{"name":"typed"}', '{"name":"typed"}'])
  })

  it('holds new calls during sign-in, except those of the sign-in', async () => {
    let resume = () => {}
    const signingIn = new Promise<void>((resolve) => (resume = resolve))
    configureHttp({ token: () => token, languageTag: () => 'zh-TW', onSignedOut, signingIn: () => signingIn })
    answers({ code: 0, data: null })
    const polled = call('GET', 'states')
    await call('POST', 'godbSystemuserlogin', { ofSignIn: true })
    expect(fetched).toHaveBeenCalledTimes(1)
    resume()
    await polled
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('does not prompt again when the new session is rejected too', async () => {
    const signedInAgain = vi.fn(async () => true)
    configureHttp({ token: () => token, languageTag: () => 'zh-TW', onSignedOut, signedInAgain })
    answers({ code: 401, msg: 'gone', data: null }, 401)
    expect(await failureOf(call('GET', 'x'))).toMatchObject({ status: 401 })
    expect([fetched.mock.calls.length, signedInAgain.mock.calls.length]).toEqual([2, 1])
  })
})
