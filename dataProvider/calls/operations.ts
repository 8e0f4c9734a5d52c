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
  /** What kind of record, in the reader's language; '' where the platform names its table alone. */
  kind: string
  /** Its table. */
  table: string
  /** create, edit, delete, command, signin … as the platform writes it. */
  type: string
  project: number | null
  user: number | null
  /** Who did it, where the platform says. */
  userName: string
  explained: string
}

/** One page of the operation log, newest first. Its filter: `q`, `pro_id`, `first` and `last`, days in the zone that `meta.zone` names. */
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

/** What older platforms call it, by the name this one has. */
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

/** A type as this platform writes it. */
export const typeOf = (given: string): string =>
  TYPES[given.trim().toLowerCase()] ?? (/^[A-Za-z]+$/.test(given.trim()) ? given.trim().toLowerCase() : given)

export interface FieldChange {
  field: string
  label: string
  before: string | null
  after: string | null
  /** What the platform says of it; '' where it says nothing. */
  explained: string
  /** Of a command, or its end: which, and how the node's values are shown; null where the platform does not say. */
  command: CommandStory | null
  node: NodeDisplay | null
}

/** What an operation changed, field by field. */
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

/** As text; what came as a list or an object, as JSON. */
const textOrNull = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'object' && !isWrapped(value) ? JSON.stringify(value) : readText(value)
}
