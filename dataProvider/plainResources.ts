import type { Identifier } from 'react-admin'
import { alarmList } from './calls/alarmRecords.ts'
import { episodeList, EPISODES } from './episodes/calls.ts'
import { call } from './http.ts'
import { integer, readRecords, readText, readTime } from './normalise.ts'
import { operationLog } from './calls/operations.ts'
import type { PlainResource } from './plain.ts'

/** A row of a list that belongs to no entity; `id` identifies it to react-admin. */
export interface PlainRow {
  id: Identifier
  [field: string]: unknown
}

/** A message whose channel is not configured (wire.md, `outbox`). `created_at`: epoch ms. */
export interface WaitingMessage extends PlainRow {
  created_at: number | null
  /** 1 text message, 2 WeChat, 3 email. */
  alarm_type: number | null
  recipient: string
  subject: string
  content: string
  /** Why the message could not be sent, in the user's language. */
  reason: string
}

/** A device code that no device has any more (wire.md, `devicecodes`). `held_at`: epoch ms. */
export interface HeldCode extends PlainRow {
  sn: string
  project_id: number | null
  held_at: number | null
}

const outbox: PlainResource = {
  getList: async ({ page, perPage }, signal) => {
    const answer = await call<{ total?: unknown } | null>('GET', 'outbox', {
      query: { page_size: perPage, current: page },
      signal,
    })
    const data = readRecords(answer).map(
      (row, index): WaitingMessage => ({
        id: integer(row['id']) ?? -index,
        created_at: readTime(row['created_at']),
        alarm_type: integer(row['alarm_type']),
        recipient: readText(row['recipient']),
        subject: readText(row['subject']),
        content: readText(row['content']),
        reason: readText(row['reason']),
      }),
    )
    return { data, total: integer(answer?.total) ?? data.length }
  },
}

const deviceCodes: PlainResource = {
  getList: async ({ page, perPage, search }, signal) => {
    const codes = readRecords(await call('GET', 'devicecodes', { query: { search }, signal })).map(
      (row): HeldCode => ({
        id: readText(row['sn']),
        sn: readText(row['sn']),
        project_id: integer(row['project_id']),
        held_at: readTime(row['held_at']),
      }),
    )
    return { data: codes.slice((page - 1) * perPage, page * perPage), total: codes.length }
  },
  delete: (id) => call('DELETE', `devicecodes/${encodeURIComponent(id)}`),
}

/**
 * By resource name. A resource with a page in the menu has the page's path as its name, because permissions are checked
 * by that path.
 */
const plainResources: Readonly<Record<string, PlainResource>> = {
  outbox,
  devicecodes: deviceCodes,
  'monitor/operation': operationLog,
  'monitor/threoldManage': alarmList,
  [EPISODES]: episodeList,
}

/** Returns the resource of that name, or undefined if the name is an entity's. */
export const plainResource = (name: string): PlainResource | undefined =>
  Object.hasOwn(plainResources, name) ? plainResources[name] : undefined
