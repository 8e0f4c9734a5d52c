import { Zone } from '../../resources/kit/zone.ts'
import { isWrapped } from '../../resources/kit/wrapped.ts'
import { readCommand, readNodeKind, type CommandStory, type NodeDisplay } from './control.ts'
import { call } from '../http.ts'
import { projectOf } from '../lists.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { integer, readRecords, readText, readTime } from '../normalise.ts'
import { dayIn, type PlainResource } from '../plain.ts'

/** An entry of the operation log (spec 2 §3). */
export type Operation = {
  id: number
  /** Epoch ms. */
  at: number | null
  /** Kind of record, in the user's language; '' if the platform names only the table. */
  kind: string
  /** Table of the record. */
  table: string
  /** create, edit, delete, command, signin … as the platform writes it. */
  type: string
  project: number | null
  user: number | null
  /** Name of the user, if the platform sends it. */
  userName: string
  explained: string
}

/**
 * The operation log, newest first. Its filter: `q`, `pro_id`, `first` and `last`, days in the time zone in `meta.zone`.
 */
export const operationLog: PlainResource = {
  getList: async ({ page, perPage, search, filter, meta }, signal) => {
    const zone = new Zone(readText(meta['zone']))
    const [first, last] = [dayIn(filter['first']), dayIn(filter['last'])]
    const answer = await call('GET', 'godbOperationlog', {
      query: {
        page_size: perPage,
        current: page,
        search,
        pro_id: projectOf(filter),
        starttime: first && zone.startOf(first),
        endtime: last && zone.rangeOf(last).to,
      },
      signal,
    })
    const data = readRecords(answer).flatMap((row): Operation | [] => {
      const id = integer(row['id'])
      if (id === null) return []
      return {
        id,
        at: readTime(row['operation_date']),
        kind:
          readText(row['operation_name']) === readText(row['operation_table']) ? '' : readText(row['operation_name']),
        table: readText(row['operation_table']),
        type: typeOf(readText(row['operation_type'])),
        project: integer(row['project_id']),
        user: integer(row['user_id']),
        userName: readText(row['nickname']) || readText(row['username']),
        explained: readText(row['explained']),
      }
    })
    return { data, total: (isRecord(answer) ? integer(answer['total']) : null) ?? data.length }
  },
}

/** Names of types on older platforms, with this platform's name for each. */
const TYPES: Readonly<Record<string, string>> = {
  insert: 'create',
  add: 'create',
  new: 'create',
  post: 'create',
  update: 'edit',
  modify: 'edit',
  put: 'edit',
  save: 'edit',
  remove: 'delete',
  del: 'delete',
}

/** Returns a type under this platform's name. */
export const typeOf = (given: string): string =>
  TYPES[given.trim().toLowerCase()] ?? (/^[A-Za-z]+$/.test(given.trim()) ? given.trim().toLowerCase() : given)

export interface FieldChange {
  field: string
  label: string
  before: string | null
  after: string | null
  /** The platform's explanation of the change; '' if there is none. */
  explained: string
  /**
   * For a command, or its end: the command, and how the node's values are shown; null if the platform does not send
   * them.
   */
  command: CommandStory | null
  node: NodeDisplay | null
}

/** Returns what an operation changed, field by field. */
export async function operationDetails(id: number, signal?: AbortSignal): Promise<FieldChange[]> {
  return readRecords(await call('GET', `godbOperationdetailsByOperationId/${id}`, { signal })).map((row) => ({
    field: readText(row['field_name']),
    label: readText(row['field_comment']) || readText(row['field_name']),
    before: textOrNull(row['old_value']),
    after: textOrNull(row['new_value']),
    explained: readText(row['explained']),
    command: readCommand(row['command']),
    node: readNodeKind(row['node']),
  }))
}

/** Reads a value as text; arrays and objects as JSON. */
const textOrNull = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'object' && !isWrapped(value) ? JSON.stringify(value) : readText(value)
}
