import { contact } from '../../resources/contact.ts'
import { resourceOf } from '../../resources/index.ts'
import { nameOrNumber } from '../../resources/kit/named.ts'
import { isRecord } from '../../resources/kit/record.ts'
import type { RuleSample } from '../../resources/kit/rule.ts'
import { unwrap } from '../../resources/kit/wrapped.ts'
import { thinned } from './history.ts'
import { call, WireError } from '../http.ts'
import { readNumber, readTime } from '../normalise.ts'
import { rowOf, type Row } from '../rows.ts'

/** The calls of alarm thresholds and contacts that are not CRUD (spec 2 §7), by name. All throw WireError. */

/** A node of a product model, as offered in the form of a rule. */
export interface ModelNode {
  id: number
  alias: string
  unit: string
  registertype: number | null
  /** Null if there is none. */
  node_script: string | null
  min_value: number | null
  max_value: number | null
}

export async function nodesOfModel(modelId: number, signal?: AbortSignal): Promise<ModelNode[]> {
  return rowsOf(await call('GET', `godbNodemapByType/${modelId}`, { signal })).flatMap((row) => {
    const id = readNumber(row['id'])
    return id === null
      ? []
      : [
          {
            id,
            alias: nameOrNumber(id, row['alias'], row['name']),
            unit: text(row['unitname']),
            registertype: readNumber(row['registertype']),
            node_script: text(unwrap(row['node_script'])) || null,
            min_value: readNumber(row['min_value']),
            max_value: readNumber(row['max_value']),
          },
        ]
  })
}

/** Returns the contacts of a project, with their addresses as plain text. */
export async function contactsOfProject(projectId: number, signal?: AbortSignal): Promise<Row[]> {
  const contacts = resourceOf(contact.path)
  return rowsOf(await call('GET', `godbAlarminfoByProId/${projectId}`, { signal })).map((row) => rowOf(contacts, row))
}

/**
 * Returns the samples of one node in a span, oldest first; times in epoch ms. `points` asks the platform to downsample,
 * if it can: the first, last, least and greatest sample of each interval remain.
 */
export async function nodeHistorySamples(
  deviceId: number,
  nodemapId: number,
  start: number,
  end: number,
  points: number | undefined,
  signal?: AbortSignal,
): Promise<RuleSample[]> {
  const answer = rowsOf(
    await call('GET', `godbAllHistoricaldataById/${deviceId}/${start}/${end}`, {
      query: await thinned(points),
      signal,
    }),
  )
  return answer
    .flatMap((row) => {
      const [at, value] = [readTime(row['insertdate']), readNumber(row['historydata'])]
      return readNumber(row['nodemapid']) === nodemapId && at !== null && value !== null ? [{ at, value }] : []
    })
    .toSorted((a, b) => a.at - b.at)
}

/** A QR code that binds a WeChat account. */
export interface QrScene {
  ticket: string
  /** Content of the QR code; null on a platform that only returns a ticket of WeChat's. */
  url: string | null
  /** Seconds until the code expires. */
  seconds: number
}

/** How long a code is valid if the platform does not say, in seconds: WeChat's own shortest validity. */
const SECONDS = 60

export async function beginBinding(districtId: number, randomId: string, signal?: AbortSignal): Promise<QrScene> {
  const answer = await call('GET', `getWxQrScene/${districtId}/${randomId}`, { signal })
  if (typeof answer === 'string' && answer !== '') return { ticket: answer, url: null, seconds: SECONDS }
  const [row] = rowsOf([answer])
  const ticket = text(row?.['ticket'])
  if (ticket === '') throw new WireError('error.badAnswer', 200, { code: 0 })
  return { ticket, url: text(row?.['url']) || null, seconds: readNumber(row?.['expire_seconds']) ?? SECONDS }
}

/** State of a QR code: not scanned yet, expired, or scanned and bound. */
export type Scan = { state: 'waiting' } | { state: 'expired' } | { state: 'bound'; openid: string }

/** Codes of getWxQrUserOpenId besides 0 (wire.md, Management). */
const EXPIRED = 1
const WAITING = 2

export async function scanOf(randomId: string, signal?: AbortSignal): Promise<Scan> {
  try {
    const answer = await call('GET', `getWxQrUserOpenId/${randomId}`, { signal, timeout: 10_000 })
    const [row] = rowsOf([answer])
    const openid = typeof answer === 'string' ? answer : text(row?.['openid'])
    return openid === '' ? { state: 'waiting' } : { state: 'bound', openid }
  } catch (failure) {
    if (failure instanceof WireError && failure.body.code === EXPIRED) return { state: 'expired' }
    if (failure instanceof WireError && failure.body.code === WAITING) return { state: 'waiting' }
    throw failure
  }
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const rowsOf = (answer: unknown): Record<string, unknown>[] => (Array.isArray(answer) ? answer.filter(isRecord) : [])
