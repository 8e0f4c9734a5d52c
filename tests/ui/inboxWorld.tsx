import { isAnnounced, forgetCapabilities } from '../../authProvider/capabilities.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { actOn, works, type EpisodeAct, type WorkState } from '../../resources/kit/episode.ts'
import { answerCalls, type PageAnswer, type PageCall } from './pageWorld.tsx'

type Row = Record<string, unknown>

/** Id of the signed-in user, pageWorld's caller. */
export const ME = 5
const now = Date.now()
export const episode = (id: number, given: Row = {}): Row => ({
  id,
  threshold_id: 4,
  threshold_name: `规则 ${id}`,
  device_id: 7,
  device_name: `站 ${id}`,
  project_id: 2,
  district_id: 3,
  area_name: '河岸',
  nodemap_id: 11,
  node_name: 'PM2.5',
  unitname: 'µg/m³',
  node_script: null,
  registertype: 4,
  condition: 'active',
  work: 'new',
  level: 2,
  value: 120 + id,
  value_at: now,
  fired_value: 118,
  limit: { com_oper: 0, params_x: 115, params_y: 115 },
  limit_text: 'PM2.5 > 115 µg/m³',
  message: `超标 ${id}`,
  since: now - id * 60_000 - 30_000,
  fired_at: now - id * 60_000,
  last_fired_at: now - id * 60_000,
  peak: 131,
  refires: 0,
  assignee_id: null,
  snoozed_until: null,
  result: null,
  note: null,
  incident: null,
  suppressed: 0,
  version: 1,
  ...given,
})

export interface InboxPlatform {
  rows: Row[]
  timeline: Row[]
  rosters: Row[]
  projects: Row[]
  /** Live states, as the device's card requests them. */
  devices: Row[]
  /** Cameras, by the area in the request. */
  cameras: Record<string, Row[]>
  results: Row[]
  /** The devices' latest hours, and nodes with legal limits. */
  lines: Row[]
  measures: Row[]
  /** Rows of a page that usually has fifty, for tests that need several pages with few rows. */
  shortPage: number
  /** Counts by group, as the platform answers them. */
  groups: Row[]
  /** State of an episode's escalation; without it the rule names none. */
  escalation?: Row
  /** What the rule's linked control switched; without it the platform does not tell. */
  switches?: Row[]
  /** Answers a request to undo switches. */
  undo: (ids: readonly number[]) => Row[]
  /** Episodes that another user has just taken, with that user's name. */
  faster: Map<number, string>
  /** Whether the network is down. */
  down: boolean
  /** Episodes on whose acts the platform fails. */
  failing: Set<number>
  /** Acts are answered once this resolves. */
  held?: Promise<void>
  /** Whether reading an episode's details fails. */
  broken: boolean
  /** Users with their names, and ids of those who may work on the platform's episodes; null: reading them fails. */
  users: Row[]
  fitting: number[] | null
  /** Whether reading the names of users fails. */
  nameless: boolean
  /** Whether reading the list and its counts fails. */
  refused: boolean
  extensions: string[]
  sent: PageCall[]
}

/** Uses the row's own `mine` where a test about handovers sets it. */
const isMine = (row: Row) => (row['mine'] === undefined ? row['assignee_id'] === ME : row['mine'] === 1)
const isNobodys = (row: Row) => row['assignee_id'] === null && (row['roster_id'] ?? null) === null
const needs = (row: Row) =>
  row['work'] !== 'closed' && !(Number(row['snoozed_until']) > Date.now()) && (row['work'] === 'new' || isMine(row))
/** What the bell counts, and lists with a platform that has `episode-groups`. */
const needs_me = (row: Row) => needs(row) && (isMine(row) || (row['condition'] !== 'cleared' && isNobodys(row)))
const views: Record<string, (row: Row) => boolean> = {
  needs,
  mine: (row) => row['work'] !== 'closed' && isMine(row),
  snoozed: (row) => row['work'] !== 'closed' && Number(row['snoozed_until']) > Date.now(),
  closed_today: (row) => row['work'] === 'closed',
  all: () => true,
}

/** States by which a list can be requested in place of a view. */
const states: Record<string, (row: Row) => boolean> = {
  ...Object.fromEntries(works.map((work) => [work, (row: Row) => row['work'] === work])),
  needs_me,
}

/** A platform with three unassigned episodes; it decides by the same module as the server. */
export function startInbox(): InboxPlatform {
  const platform: InboxPlatform = {
    rows: [episode(1), episode(2), episode(3)],
    timeline: [],
    rosters: [],
    projects: [{ id: 2, name: '项目二' }],
    devices: [],
    cameras: {},
    results: [],
    lines: [],
    measures: [],
    groups: [],
    shortPage: 50,
    undo: () => [],
    faster: new Map(),
    down: false,
    failing: new Set(),
    broken: false,
    users: [{ id: 9, username: 'li', nickname: '李桂英' }],
    fitting: [9],
    nameless: false,
    refused: false,
    extensions: ['alarmwork', 'alarm-groups'],
    sent: [],
  }
  localStorage.clear()
  forgetCapabilities()
  platform.sent = answerCalls({
    'GET capabilities': () => ({ data: { name: 'x', version: '1', extensions: platform.extensions } }),
    'GET episodes': (call) => read(platform, call),
    'POST episodes': async (call) => {
      if (platform.down) throw new TypeError('Failed to fetch')
      await platform.held
      const [, first = '', act = ''] = call.path.split('/')
      if (first === 'assignees')
        return platform.fitting ? { data: { user_ids: platform.fitting } } : { code: 500, msg: '读取失败' }
      if (act === 'undo-switches') return { data: platform.undo(call.body['ids'] as number[]) }
      if (platform.failing.has(Number(first))) return { code: 500, msg: '内部错误' }
      if (first !== 'batch') return write(platform, Number(first), act, call.body)
      const ids = (call.body['ids'] as number[]).map((id) => {
        const answer = write(platform, id, String(call.body['action']), call.body)
        return 'data' in answer
          ? { id, code: 0, episode: answer.data }
          : { id, code: answer.code, msg: answer.msg, episode: platform.rows.find((row) => row['id'] === id) }
      })
      return { data: ids }
    },
    'GET godbThresholdlogByTimeOrId': () => ({ data: { list: [], total: 0 } }),
    'GET godbDistrictNameList': () => ({ data: [{ id: 3, name: '河岸', superid: 1 }] }),
    'GET godbDeviceNameList': () => ({ data: [{ id: 7, name: '站 1', district_id: 3 }] }),
    'GET godbProjectNameList': () => ({ data: platform.projects }),
    'GET godbDeviceState': ({ query }) => ({
      data: platform.devices.filter(({ id }) => String(id) === query['deviceid']),
    }),
    'GET godbVideoshowByDistrictId': ({ path }) => ({ data: platform.cameras[path.split('/')[1] ?? ''] ?? [] }),
    'POST alarmSendLog': () => ({ data: null }),
    'GET alarmResults': () => ({ data: platform.results }),
    'GET sparklines': () => ({ data: platform.lines }),
    'GET environment': () => ({ data: { nodes: platform.measures, devices: [{ id: 7 }], projects: [] } }),
    'GET alarmRosterNameList': () => ({ data: platform.rosters }),
    'GET godbSystemuserNameList': () => (platform.nameless ? { code: 500, msg: '读取失败' } : { data: platform.users }),
  })
  configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {}, announces: isAnnounced })
  return platform
}

/** Whether an episode of a group is free; of the kinds of work this platform only knows the urgent one. */
const isFreeIn = (row: Row, { kind, id }: PageCall['query']): boolean =>
  row['work'] === 'new' &&
  row['assignee_id'] === null &&
  (kind === 'incident' ? String(row['incident']) === id : kind === 'area' ? String(row['district_id']) === id : true)

function read(platform: InboxPlatform, { path, query }: PageCall): PageAnswer {
  const [, id] = path.split('/')
  if (platform.refused) return { code: 500, msg: '读取失败' }
  if (id === 'count') {
    const waiting = platform.rows.filter(platform.extensions.includes('episode-groups') ? needs_me : needs)
    const levels: Record<string, number> = {}
    for (const { level } of waiting) levels[String(level)] = (levels[String(level)] ?? 0) + 1
    return { data: { needs: waiting.length, levels } }
  }
  if (path === 'episodes/groups') return { data: platform.groups }
  if (path === 'episodes/groups/free' && platform.down) throw new TypeError('Failed to fetch')
  if (path === 'episodes/groups/free') return { data: { list: platform.rows.filter((row) => isFreeIn(row, query)) } }
  if (id !== undefined) {
    const row = platform.rows.find((one) => String(one['id']) === id)
    if (platform.broken) return { code: 500, msg: '读取失败' }
    return row
      ? {
          data: {
            ...row,
            timeline: platform.timeline,
            escalation: platform.escalation ?? null,
            ...(platform.switches && { switches: platform.switches }),
          },
        }
      : { code: 404, msg: '' }
  }
  const asked = query['state'] ?? 'all'
  const found = platform.rows
    .filter(views[asked] ?? states[asked] ?? (() => false))
    .filter((row) =>
      ['incident', 'threshold_id', 'device_id'].every(
        (name) => query[name] === undefined || String(row[name]) === query[name],
      ),
    )
    .filter((row) => query['level'] === undefined || query['level'].split(',').includes(String(row['level'])))
  if (query['sort'] !== undefined) {
    const [sort, sign] = [query['sort'], query['order'] === 'asc' ? 1 : -1]
    found.sort((a, b) => sign * (Number(a[sort]) - Number(b[sort])))
  }
  const totals = Object.fromEntries(
    Object.entries(views).map(([view, holds]) => [view, platform.rows.filter(holds).length]),
  )
  return {
    data: {
      list: found.slice(0, query['page_size'] === '50' ? platform.shortPage : Number(query['page_size'])),
      total: found.length,
      totals,
    },
  }
}

/** Earlier rows, for undo. */
const before = new Map<number, Row>()

function write(platform: InboxPlatform, id: number, act: string, body: Row): PageAnswer {
  const row = platform.rows.find((one) => one['id'] === id)
  if (!row) return { code: 404, msg: '' }
  const change = (next: Row): PageAnswer => {
    const changed = { ...row, ...next, version: Number(row['version']) + 1 }
    platform.rows = platform.rows.map((one) => (one === row ? changed : one))
    return { data: changed }
  }
  if (act === 'split') {
    before.set(id, row)
    return change({ incident: null })
  }
  if (act === 'undo') return change(before.get(id) ?? {})
  const name = platform.faster.get(id)
  if (name !== undefined) {
    const now = change({ work: 'acknowledged', assignee_id: 9, assignee_name: name })
    platform.faster.delete(id)
    return { code: 409, msg: '已有人接手', told: { current: 'data' in now ? now.data : null } }
  }
  const work = works.find((one) => one === row['work']) ?? 'new'
  const { state, refused } = actOn(
    act as Exclude<EpisodeAct, 'undo'>,
    { ...(row as unknown as WorkState), work },
    {
      ...body,
      me: ME,
      now: Date.now(),
      worse: body['worse'] === 1,
      level: Number(row['level']),
      worst_level: 1,
    },
  )
  if (!state) return { code: 409, msg: refused?.key ?? '' }
  before.set(id, row)
  const name2 = state.assignee_id === ME ? 'u' : state.assignee_id === 9 ? '李桂英' : null
  const duty =
    state.roster_id === 3 ? { roster_name: '夜班', on_call_name: '李工' } : { roster_name: null, on_call_name: null }
  return change({ ...state, ...duty, assignee_name: name2, note: body['note'] ?? row['note'] })
}
