import { resourceOf } from '../../resources/index.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { isWrapped, unwrap } from '../../resources/kit/wrapped.ts'
import { call, WireError } from '../http.ts'
import { readNumber, readTime } from '../normalise.ts'
import { rowOf, type Row } from '../rows.ts'

/**
 * The calls of devices and gateways that are not CRUD (spec 2 §7), by name. They return clean rows whatever form the
 * platform sends, and throw WireError if the platform refuses or does not answer.
 */

/** Changes only the name of a device: the call for users who may not edit anything else. */
export async function renameDevice(id: number, name: string): Promise<void> {
  await call('PUT', `godbDeviceName/${id}`, { body: { name, id } })
}

/** Returns one gateway, for callers who may see its devices. */
export async function gatewayById(id: number, signal?: AbortSignal): Promise<Row> {
  return rowOf(resourceOf('manage/gateway'), first(await call('GET', `godbGatewayById/${id}`, { signal })))
}

/** A node of a product model, with the columns of spec 2 §3 as words and numbers. */
export type NodeInfo = { id: number } & Record<(typeof NODE_COLUMNS)[number], string | number | null>
export const NODE_COLUMNS = [
  'nodeID',
  'name',
  'alias',
  'nodeaddr',
  'unitname',
  'unitfactor',
  'key_msg',
  'project_id',
  'explained',
] as const

/** Returns the nodes that devices of a product model send. */
export async function modelNodes(modelId: number, signal?: AbortSignal): Promise<NodeInfo[]> {
  const answer = await call('GET', `godbNodemapNodeInfoByType/${modelId}`, { signal })
  return rowsIn(answer).flatMap((row) => {
    const id = readNumber(row['id'])
    if (id === null) return []
    const columns = NODE_COLUMNS.map(
      (name) => [name, plain(row[name] ?? (name === 'nodeID' ? row['node_id'] : null))] as const,
    )
    return [{ id, ...Object.fromEntries(columns) } as NodeInfo]
  })
}

/** A SIM provider's answer about a card: the provider's own values under the provider's own names. */
export type SimCard = Record<string, string | number>

/**
 * Looks up a SIM card. A failed lookup throws its resultMsg (spec 2 §8); an old platform may report the failure in the
 * envelope.
 */
export async function simCard(firm: number, iccid: string, signal?: AbortSignal): Promise<SimCard> {
  const answer = await call<unknown>('GET', `getICCIDInfo/${firm}/${encodeURIComponent(iccid)}`, { signal })
  if (!isRecord(answer)) throw new WireError('error.badAnswer', 200, { code: 0 })
  if (readNumber(answer['resultCode'] ?? 0) !== 0)
    throw new WireError(String(answer['resultMsg'] || 'error.server'), 200, { code: 0 })
  const card = [answer['info'], answer['description']].find(isRecord) ?? {}
  return Object.fromEntries(
    Object.entries(card).flatMap(([name, value]) => {
      const word = plain(value)
      return word === null || word === '' ? [] : [[name, word] as const]
    }),
  )
}

/**
 * What a telemetry credential can be issued for; the calls under both nouns are an extension of this platform
 * ("credential" in its capabilities).
 */
export type CredentialOwner = 'godbDevice' | 'godbGateway'

/** Creates a new telemetry credential, which is readable only in this answer; earlier credentials end. */
export async function newCredential(owner: CredentialOwner, id: number): Promise<string> {
  const answer = await call<unknown>('POST', `${owner}/${id}/credential`)
  if (!isRecord(answer) || typeof answer['credential'] !== 'string')
    throw new WireError('error.badAnswer', 200, { code: 0 })
  return answer['credential']
}

/** Revokes every telemetry credential of a device or gateway. */
export async function revokeCredentials(owner: CredentialOwner, id: number): Promise<void> {
  await call('DELETE', `${owner}/${id}/credential`)
}

export interface PushedSample {
  /** Epoch ms. */
  at: number
  value: number
}

/** Returns every stored sample of one node of a device between two moments (epoch ms), oldest first. */
export async function nodeSamples(
  deviceId: number,
  nodemapId: number,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<PushedSample[]> {
  const answer = await call('GET', `godbAllHistoricaldataById/${deviceId}/${from}/${to}`, { signal })
  return rowsIn(answer).flatMap((row) => {
    const [node, at, value] = [
      readNumber(row['nodemapid']),
      readTime(row['insertdate']),
      readNumber(row['historydata']),
    ]
    return node === nodemapId && at !== null && value !== null ? [{ at, value }] : []
  })
}

const rowsIn = (answer: unknown): Record<string, unknown>[] => (Array.isArray(answer) ? answer.filter(isRecord) : [])
/** Older platforms answer an array with one record. */
const first = (answer: unknown): unknown => (Array.isArray(answer) ? answer[0] : answer)

function plain(value: unknown): string | number | null {
  const unwrapped: unknown = isWrapped(value) ? unwrap(value) : value
  return typeof unwrapped === 'string' || typeof unwrapped === 'number' ? unwrapped : null
}
