import type { FastifySchema } from 'fastify'
import type { Label } from '../../resources/kit/define.ts'
import { record, schemaRef, TEXT, type Schema } from './parts.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** Texts of the contract's document, in three languages. */
    doc?: { tag: Label; label: Label }
  }
}

/** Description of a call, given by its route. */
export interface Call {
  group: CallGroup | Label
  label: Label
  /** Parameters of the path, where more is known than that an id is a number. */
  params?: Readonly<Record<string, Schema>>
  query?: Readonly<Record<string, Schema>>
  body?: Schema
  /** `data` of the envelope; left out: null. */
  answer?: Schema
  /** A JSON answer without the envelope. */
  bare?: Schema
  /** Content type of any other answer without the envelope. */
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

/**
 * Makes the schema of a route: checks.ts checks requests by it before the handler runs, and document.ts documents it.
 */
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
 * Marks a body that its reader checks itself; the schema is only documented. Bodies of entities are checked by the
 * validation that the form uses too (crud/input.ts), whose rules come from the same definition as the schema; telemetry
 * item by item, because an invalid item does not stop the others; and some calls report every wrong value of a nested
 * body.
 */
export const checkedBy = (schema: Schema, by: 'definition' | 'item' | 'handler' = 'definition'): Schema => ({
  ...schema,
  [CHECKED_BY_KEY]: by,
})
export const CHECKED_BY_KEY = 'x-checked-by'
