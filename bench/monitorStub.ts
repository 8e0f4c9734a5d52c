import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

export interface Stub {
  url: string
  /** Number of answers to godbDeviceState so far. */
  polls: () => number
  close(): void
}

export interface StubOptions {
  devices: number
  nodes: number
  /** Share of the values that change from one answer to the next. */
  changing: number
  /** Devices that enter or leave alarm from one answer to the next; none by default. */
  alarming?: number
  /** Whether it sends what changed since an answer (docs/wire.md, `live-since`), to the caller of the latest answer. */
  versions?: boolean
  /** Folder of the built console. */
  folder: string
  /** Called before each answer to a call; its result is sent in place of the stub's own. */
  answer?: (path: string) => { status: number; body: unknown } | undefined
}

/**
 * Starts a platform with many devices and nothing else, and the console in front: what a browser needs to open
 * /monitor/data. Half the areas lie below others.
 */
export async function startStub(options: StubOptions): Promise<Stub> {
  let polls = 0
  const { versions = false } = options
  const world = makeWorld(options)
  const answers: Answers = {
    godbMyInfo: () => ({ id: 1, username: 'admin', nickname: 'admin', super_id: 1, project_id: 1, changepassword: 0 }),
    godbDistrictNameList: () => world.areas,
    godbGatewayNameList: () => [{ id: 1, name: 'GW-01' }],
    godbThresholdNameList: () => [{ id: 1, nodemap_id: 1, alarm_msg: 'PM2.5 浓度超标', name: 'PM2.5' }],
    godbDeviceState: (query) => {
      polls++
      return query.get('since') ? world.changes() : world.states(query.has('first') && versions)
    },
  }
  const server = createServer((request, response) => void serve(request, response, answers, options))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    polls: () => polls,
    close: () => server.close(),
  }
}

type Answers = Record<string, (query: URLSearchParams) => unknown>

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answers: Answers,
  { folder, answer, versions = false }: StubOptions,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
  if (pathname.startsWith('/v1/')) {
    const name = pathname.slice('/v1/'.length)
    const given = answer?.(name)
    const own = answers[name]
    const body = given
      ? given.body
      : own
        ? { code: 0, msg: '', data: own(searchParams) }
        : { code: 404, msg: 'no such call', data: null }
    response
      .writeHead(given?.status ?? (own ? 200 : 404), {
        'content-type': 'application/json',
        ...(versions && { 'x-live-version': 'first', 'x-live-first': '1' }),
      })
      .end(JSON.stringify(body))
    return
  }
  const asset = await readFile(join(folder, normalize(pathname))).catch(() => null)
  const page = asset === null && extname(pathname) === '' ? await readFile(join(folder, 'index.html')) : null
  const type = TYPES[extname(pathname)] ?? 'text/html'
  response.writeHead((asset ?? page) ? 200 : 404, { 'content-type': type }).end(asset ?? page)
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

const KINDS = [
  ['PM2.5', 'µg/m³', 0, 250],
  ['PM10', 'µg/m³', 0, 400],
  ['温度', '℃', -20, 50],
  ['湿度', '%RH', 0, 100],
  ['风速', 'm/s', 0, 30],
  ['风向', '°', 0, 360],
  ['气压', 'hPa', 950, 1050],
  ['噪声', 'dB(A)', 30, 120],
] as const

function makeWorld({ devices, nodes, changing, alarming = 0 }: StubOptions) {
  const areas = Array.from({ length: 60 }, (_, at) => ({
    id: at + 2,
    name: `区域 ${at + 1}`,
    superid: at < 30 ? 1 : at - 28,
    build_state: 0,
    project_id: 1,
  }))
  const values = new Float64Array(devices * nodes).map((_, at) => 20 + ((at * 7919) % 600) / 10)
  const times = new Float64Array(devices * nodes).fill(Date.now() - 5000)
  const flipped = new Set<number>()
  const valueAt = (place: number): number => Math.round((values[place] ?? 0) * 10) / 10
  const timeAt = (place: number): number => (times[place] ?? 0) - (Math.floor(place / nodes) % 21 === 4 ? 780_000 : 0)
  const none = { String: '', Valid: false }
  const state = (at: number) => ({
    id: at + 1,
    sn: String(1_869_000_000 + at),
    sn_value: none,
    name: `空气微站 ${String(at + 1).padStart(5, '0')}`,
    district_id: 2 + (at % 60),
    project_id: 1,
    gateway_id: at % 9 === 0 ? 0 : 1,
    devicetype_id: 4,
    sort_num: 0,
    control_state: at % 97 === 5 ? 1 : 0,
    deviceisonline: at % 13 === 7 ? 0 : 1,
    getewayisonline: 1,
    thre_list: (at % 40 === 0) !== flipped.has(at) ? [1] : [],
    positional: none,
    json_data: none,
    nodestatelist: Array.from({ length: nodes }, (_, node) => {
      const [alias, unitname, min_value, max_value] = KINDS[node % KINDS.length] ?? KINDS[0]
      const place = at * nodes + node
      return {
        id: node + 1,
        alias,
        unitname,
        imginfo: none,
        registertype: 3,
        node_script: none,
        min_value,
        max_value,
        lastdata: {
          historydata: valueAt(place),
          insertdate: timeAt(place),
          nodemapid: node + 1,
        },
      }
    }),
  })
  let round = 0
  /** Advances to the next answer; returns which values changed. */
  const move = (): number[] => {
    const moved: number[] = []
    const step = Math.round(1 / changing)
    for (let place = round % step; place < values.length; place += step) {
      values[place] = Math.max(0, (values[place] ?? 0) + Math.sin(place + round) * 1.5)
      times[place] = Date.now()
      moved.push(place)
    }
    for (let flip = 0; flip < alarming; flip++) {
      const at = (round * 131 + flip * 977) % devices
      if (!flipped.delete(at)) flipped.add(at)
    }
    round++
    return moved
  }
  return {
    areas,
    /** `byUrgency`: in the order in which the console lists devices. */
    states: (byUrgency: boolean) => {
      move()
      const all = Array.from({ length: devices }, (_, at) => at)
      const isOld = (at: number): boolean => at % 21 === 4 && at % 13 !== 7 && at % 97 !== 5
      const rank = (at: number): number => ((at % 40 === 0) !== flipped.has(at) ? 0 : isOld(at) ? 1 : 2)
      return (byUrgency ? all.toSorted((a, b) => rank(a) - rank(b)) : all).map(state)
    },
    /** Only values: where devices enter alarm as well, `states` sends it. */
    changes: () => {
      const told = move().flatMap((place) => [
        Math.floor(place / nodes) + 1,
        (place % nodes) + 1,
        valueAt(place),
        timeAt(place),
      ])
      return { version: String(round), full: 0, devices: [], removed: [], values: told }
    },
  }
}
