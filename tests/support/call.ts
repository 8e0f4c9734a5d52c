import { createHash } from 'node:crypto'

/** An answer of /v1: HTTP status and envelope. */
export interface Answer<T = unknown> {
  status: number
  code: number
  msg: string
  data: T
}

/** Calls /v1 of a running server, as a client outside the browser would. */
export async function call<T = unknown>(
  base: string,
  method: string,
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<Answer<T>> {
  const response = await fetch(`${base}/v1/${path}`, {
    method,
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const envelope = (await response.json()) as { code: number; msg: string; data: T }
  return { status: response.status, ...envelope }
}

/** Returns a user's token, on a server with CAPTCHA=off. */
export async function tokenOf(base: string, username: string, password: string): Promise<string> {
  const answer = await call<{ token: string }>(base, 'POST', 'godbSystemuserlogin', {
    body: { username, password: md5(password), captcha: 'any' },
  })
  if (answer.code !== 0) throw new Error(`${username} could not sign in: ${answer.msg}`)
  return answer.data.token
}

/** A password as it is sent (wire.md, Sign-in). */
export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

/** Stores one value of a device, measured at the present moment. */
export const pushValue = (
  base: string,
  token: string,
  sn: string,
  node: string | number,
  value: number,
): Promise<Answer> =>
  call(base, 'POST', 'telemetry', { token, body: [{ sn, t: Date.now(), values: { [node]: value } }] })

export interface TestDevice {
  id: number
  sn: string
  name: string
  /** Credential with which the device sends telemetry. */
  credential: string
  /** Id of the node map of the water level. */
  node: number
  project_id: number
  district_id: number
}

/** Creates a hydrology station that saves every value; only the test sends for it. */
export async function makeDevice(base: string, token: string, name = '测试水文站'): Promise<TestDevice> {
  const list = async <T>(path: string): Promise<T[]> =>
    (await call<{ list: T[] }>(base, 'GET', path, { token })).data.list
  const product = (await list<{ id: number; name: string }>('godbDevicetype?page_size=100&current=1')).find((row) =>
    row.name.startsWith('水文站'),
  )
  const areas = (
    await call<{ id: number; project_id: number; superid: number }[]>(base, 'GET', 'godbDistrictNameList', { token })
  ).data
  const area = areas.find(({ superid }) => superid !== 1) ?? areas[0]
  if (!product || !area) throw new Error('the demo has no hydrology station or no area')
  const nodes = (await call<{ id: number; alias: string }[]>(base, 'GET', `godbNodemapByType/${product.id}`, { token }))
    .data
  const node = nodes.find(({ alias }) => alias === '水位')
  const body = {
    name,
    project_id: area.project_id,
    district_id: area.id,
    devicetype_id: product.id,
    issingle: 1,
    protocol_type: 1,
    acquisition_cycle: 30,
    save_cycle: -1,
  }
  const made = await call<{ id: number; sn: string; credential: string }>(base, 'POST', 'godbDevice', { token, body })
  if (made.code !== 0 || !node) throw new Error(`no device was made: ${JSON.stringify(made)}`)
  return { ...made.data, name, node: node.id, project_id: area.project_id, district_id: area.id }
}

/**
 * Creates a rule on the water level of stations: a level above `limit` is an alarm at once. `more` adds further fields.
 * Returns the rule's id.
 */
export async function makeRule(
  base: string,
  token: string,
  name: string,
  stations: readonly TestDevice[],
  limit: number,
  more: object = {},
): Promise<number> {
  const [first] = stations
  const body = {
    name,
    project_id: first?.project_id,
    district_id: first?.district_id,
    device_list: stations.map(({ id }) => id).join(','),
    nodemap_id: first?.node,
    enable: 1,
    com_oper: 0,
    params_x: limit,
    hold_time: 0,
    alarm_interval: 0,
    alarm_msg: '水位 {value} 超限',
    alert_level: 2,
    ...more,
  }
  const made = await call<{ id: number }>(base, 'POST', 'godbThreshold', { token, body })
  if (made.code !== 0) throw new Error(`no rule was made: ${JSON.stringify(made)}`)
  return made.data.id
}
