import type { FastifySchema } from 'fastify'
import type { Label } from '../../resources/kit/define.ts'
import { record, schemaRef, TEXT, type Schema } from './parts.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** What the document of the contract says in words, in three languages. */
    doc?: { tag: Label; label: Label }
  }
}

/** What a route says of itself. */
export interface Call {
  group: CallGroup | Label
  label: Label
  /** Of the path, where more is known than that an id is a number. */
  params?: Readonly<Record<string, Schema>>
  query?: Readonly<Record<string, Schema>>
  body?: Schema
  /** `data` of the envelope; none: null. */
  answer?: Schema
  /** A JSON answer without the envelope. */
  bare?: Schema
  /** The type of another answer that is not in the envelope. */
  plain?: string
}

export type CallGroup = keyof typeof groups

const groups = {
  session: ['登录', '登入', 'Signing in'],
  lists: ['名称与字典', '名稱與字典', 'Names and dictionaries'],
  live: ['实时', '即時', 'Live state'],
  history: ['历史', '歷史', 'History'],
  environment: ['环境', '環境', 'Environment'],
  alarm: ['报警', '警報', 'Alarms'],
  manage: ['管理', '管理', 'Management'],
  north: ['北向推送', '北向推送', 'Northbound'],
  files: ['文件与扫码', '檔案與掃描', 'Files and scans'],
  operation: ['运维', '維運', 'Operations'],
} as const satisfies Record<string, Label>

/** The schema of a route: what is checked before its handler runs (checks.ts), and what the document of the contract says (document.ts). */
export const callSchema = ({
  group,
  label,
  params,
  query,
  body,
  answer = { type: 'null' },
  bare,
  plain,
}: Call): FastifySchema => ({
  doc: { tag: typeof group === 'string' ? groups[group] : group, label },
  ...(params && { params: record(params, Object.keys(params)) }),
  ...(query && { querystring: record(query) }),
  ...(body && { body }),
  response: {
    200: {
      description: '',
      content: plain
        ? { [plain]: { schema: plain === 'application/json' ? {} : TEXT } }
        : { 'application/json': { schema: bare ?? { allOf: [schemaRef('Envelope'), record({ data: answer })] } } },
    },
  },
})

/**
 * A body whose reader judges it, where the schema is told and not asked: of an entity, by the validation that the form asks too (crud/input.ts),
 * whose schema is made of the same definition; of telemetry, item by item, because a bad one stops no other; of calls that name every wrong value of
 * a nested body.
 */
export const judged = (schema: Schema, by: 'definition' | 'item' | 'handler' = 'definition'): Schema => ({
  ...schema,
  [JUDGED]: by,
})
export const JUDGED = 'x-checked-by'
