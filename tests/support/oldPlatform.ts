import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { md5 } from './call.ts'
import { oldData, type OldData, type OldRow } from './oldPlatformData.ts'

/**
 * A platform of the older form, written independently of this one: every answer has HTTP 200 and only `code` says
 * whether the call succeeded, even for a call that does not exist; numbers are texts, times are seconds, an empty list
 * is null, text is wrapped in one place and plain in the other, POST and PUT answer nothing, JSON is declared as plain
 * text. It has no extension, no WebSocket and one user, `admin` with `admin123`.
 */
export interface OldPlatform {
  url: string
  data: OldData
  /** Requests received, oldest first. */
  sent: { method: string; path: string; query: Record<string, string>; body: OldRow }[]
  /** Refuses the calls of a name from this moment on, with this code and sentence; null lifts the refusal. */
  refuse(name: string, refusal: { code: number; msg: string } | null): void
  /** Stalls the answers to the calls of a name in their middle until the returned function is called. */
  hold(name: string): () => void
  /** Makes the address stop answering until the returned function is called. */
  away(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

export async function startOldPlatform(): Promise<OldPlatform> {
  const data = oldData()
  const sent: OldPlatform['sent'] = []
  const refused = new Map<string, { code: number; msg: string }>()
  const held = new Map<string, Promise<void>>()
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) =>
      envelope(response, { code: 500, msg: String(error), data: null }),
    )
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://platform')
    const path = url.pathname.replace('/v1/', '')
    const [name = '', ...rest] = path.split('/')
    const method = request.method ?? 'GET'
    if (name === 'captcha') return picture(response)
    const call = { method, path, query: Object.fromEntries(url.searchParams), body: await bodyOf(request) }
    sent.push(call)
    const refusal = refused.get(name)
    if (refusal) return envelope(response, { ...refusal, data: null })
    if (name === 'godbSystemuserlogin') return envelope(response, signIn(call.body))
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return envelope(response, { code: 401, msg: '未登录', data: null })
    const known = calls[`${method} ${name}`] ?? list(method, name)
    return envelope(
      response,
      known ? known(data, rest, call) : { code: 404, msg: '接口不存在', data: null },
      held.get(name),
    )
  }

  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    sent,
    refuse: (name, refusal) => void (refusal ? refused.set(name, refusal) : refused.delete(name)),
    hold: (name) => {
      let release = () => {}
      held.set(name, new Promise((resolve) => (release = resolve)))
      return () => {
        held.delete(name)
        release()
      }
    },
    away: async () => {
      await close()
      return () => listen(port)
    },
    stop: close,
  }
}

interface Envelope {
  code: number
  msg: string
  data: unknown
}
type Handler = (data: OldData, rest: string[], call: OldPlatform['sent'][number]) => Envelope

const TOKEN = 'old-token'
const done = (data: unknown): Envelope => ({ code: 0, msg: 'ok', data })
const failed = (code: number, msg: string): Envelope => ({ code, msg, data: null })
const within = (row: OldRow, query: Record<string, string>): boolean =>
  Number(row['alarm_time']) * 1000 >= Number(query['starttime'] ?? 0) &&
  Number(row['alarm_time']) * 1000 <= Number(query['endtime'] ?? Infinity)

const calls: Record<string, Handler> = {
  'GET godbMyInfo': () =>
    done({
      id: 1,
      username: 'admin',
      nickname: '',
      super_id: 1,
      menu_control: '',
      user_token: 'u',
      project_id: 2,
      typemap: '2,3,4',
    }),
  'GET godbDeviceState': ({ states }) => done(states),
  'GET godbDeviceStateByDistrictId': ({ states }, [id]) =>
    done(states.filter((row) => String(row['district_id']) === id)),
  'POST godbDeviceStateSearch': ({ states }, _rest, { body }) =>
    done(states.filter((row) => String(row['name']).includes(String(body['search_data'])))),
  'GET godbAllDeviceOnlineNum': () => done({ onlinenum: 1, sumnum: 3 }),
  // Name lists hold names and nothing more.
  'GET godbProjectNameList': ({ lists }) => done(lists['godbProject']?.map(({ id, name }) => ({ id, name }))),
  'GET godbNodemapByType': ({ nodemaps }) => done(nodemaps.map(({ id, alias, unitname }) => ({ id, alias, unitname }))),
  'GET godbDatadictionaryByDataType': () =>
    done([
      { data_code: '透传', data_value: 1, sort_no: 1 },
      { data_code: 'Modbus', data_value: 2, sort_no: 2 },
    ]),
  'GET godbAllHistoricaldataByIdToJson': ({ nodemaps, samples }, [device]) =>
    done({
      dataset: null,
      // Newest first, in the order of nodeArr.
      datasetArr:
        device === '1'
          ? nodemaps.map(({ id }) =>
              samples
                .filter(({ nodemap }) => nodemap === id)
                .map(({ at, value }) => [at, value])
                .toReversed(),
            )
          : null,
      nodenamearr: nodemaps.map(({ alias }) => alias),
      // Only the live state says how a node is read.
      nodeArr: device === '1' ? nodemaps.map(({ id, alias, unitname }) => ({ id, alias, unitname })) : null,
      tableArr: null,
      newObj: null,
    }),
  'GET godbCompareHistoricaldata': ({ samples }, _rest, { query }) => {
    const [devices = [], nodes = []] = [query['devGroup']?.split(','), query['nodeGroup']?.split(',')]
    return done(
      devices.flatMap((deviceid, at) =>
        samples
          .filter(({ nodemap }) => String(nodemap) === nodes[at])
          .map((sample) => ({ insertdate: sample.at, historydata: sample.value, nodemapid: sample.nodemap, deviceid })),
      ),
    )
  },
  'GET godbThresholdlogByTimeOrId': ({ alarms }, _rest, { query }) => {
    const states = (query['types'] ?? '').split(',').filter(Boolean)
    const found = alarms.filter(
      (row) => within(row, query) && (states.length === 0 || states.includes(String(row['alarm_state']))),
    )
    return done({ list: found.length > 0 ? found : null, total: found.length })
  },
  // Takes the whole record: a field that is not sent would be lost, and as the columns may not be empty the call is
  // refused.
  'PUT godbThresholdlog': ({ alarms }, [id], { body }) => {
    const row = alarms.find((alarm) => String(alarm['id']) === id)
    if (!row) return failed(7, '记录不存在')
    if (Object.keys(row).some((name) => !(name in body))) return failed(8, '参数不完整')
    Object.assign(row, body)
    return done(null)
  },
  'GET godbAlarmsendlogByThresholdlogId': () => done(null),
  'GET godbOperationdetailsByOperationId': () =>
    done([
      { field_name: 'explained', field_comment: '', old_value: null, new_value: '{"String":"备用","Valid":true}' },
    ]),
}

/** A list of records: all records under the list's name, its pages, and POST, PUT and DELETE. */
function list(method: string, name: string): Handler | null {
  if (name.endsWith('NameList') && method === 'GET')
    return (data) => (data.lists[name.slice(0, -8)] ? done(data.lists[name.slice(0, -8)]) : failed(404, '接口不存在'))
  return (data, [id], { query, body }) => {
    const rows = data.lists[name]
    if (!rows || (method === 'GET' && id !== undefined)) return failed(404, '接口不存在')
    if (
      method === 'POST' &&
      body['regcode'] !== undefined &&
      rows.some((row) => String(row['regcode']) === String(body['regcode']))
    )
      return failed(5, '注册码已存在')
    const at = rows.findIndex((row) => String(row['id']) === id)
    if (method === 'POST') rows.push({ ...body, id: Math.max(0, ...rows.map((row) => Number(row['id']))) + 1 })
    else if (method === 'PUT' && rows[at]) rows[at] = { ...rows[at], ...body }
    else if (method === 'DELETE') rows.splice(at, 1)
    else if (method === 'GET') {
      const found = rows.filter((row) => String(row['name']).includes(query['search'] ?? ''))
      const [size, page] = [Number(query['page_size'] ?? 10), Number(query['current'] ?? 1)]
      const here = found.slice((page - 1) * size, page * size)
      return done({ list: here.length > 0 ? here : null, total: found.length })
    }
    return done(null)
  }
}

function signIn(body: OldRow): Envelope {
  if (body['captcha'] !== '1234') return failed(3, '验证码错误')
  if (body['username'] !== 'admin' || body['password'] !== md5('admin123')) return failed(2, '用户名或密码错误')
  return done({ token: TOKEN, hmi_control: 1, superid: 1 })
}

/** Writes an answer; with `held`, sends its second half only once that resolves. */
function envelope(response: ServerResponse, answer: Envelope, held?: Promise<void>): void {
  const text = JSON.stringify(answer, (key, value: unknown) =>
    typeof value === 'number' && key !== 'code' ? String(value) : value,
  )
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
  const half = held ? Math.floor(text.length / 2) : 0
  response.write(text.slice(0, half))
  void Promise.resolve(held).then(() => response.end(text.slice(half)))
}

/** A PNG of one grey point, standing for the captcha 1234. */
function picture(response: ServerResponse): void {
  const point = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
  response
    .writeHead(200, { 'content-type': 'image/png', 'set-cookie': 'captcha=1; Path=/; HttpOnly' })
    .end(Buffer.from(point, 'base64'))
}

async function bodyOf(request: IncomingMessage): Promise<OldRow> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : (JSON.parse(text) as OldRow)
}
