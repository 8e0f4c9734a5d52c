import type { FastifySchema } from 'fastify'
import type { Label, Resource } from '../../resources/kit/define.ts'
import { callSchema, checkedBy, type Call } from './call.ts'
import { INT, listOf, record, schemaRef, TEXT, type Schema } from './parts.ts'

/** Schemas of an entity's routes (crud/routes.ts), made from its definition. */
export interface EntityCalls {
  list: FastifySchema
  one: FastifySchema
  create: FastifySchema
  change: FastifySchema
  remove: FastifySchema
  export: FastifySchema
  areas: FastifySchema
  batch: FastifySchema
  within: FastifySchema
}

export function entityCalls(resource: Resource): EntityCalls {
  const one = schemaRef(resource.table)
  const of = (details: Omit<Call, 'group'>): FastifySchema => callSchema({ group: resource.label, ...details })
  const { page_size: _size, current: _current, ...narrowed } = listQuery(resource)
  return {
    list: of({
      label: LABELS.list,
      query: listQuery(resource),
      answer: isBare(resource) ? listOf(one) : record({ list: listOf(one), total: INT }, ['list', 'total']),
    }),
    one: of({ label: LABELS.one, answer: one }),
    create: of({ label: LABELS.create, body: checkedBy(schemaRef(`${resource.table}.new`)), answer: one }),
    change: of({ label: LABELS.change, body: checkedBy(schemaRef(`${resource.table}.change`)), answer: one }),
    remove: of({ label: LABELS.remove }),
    export: of({
      label: LABELS.export,
      query: { format: { type: 'string', enum: ['xlsx', 'csv'], default: 'xlsx' }, ...narrowed },
      plain: 'text/csv',
    }),
    areas: of({
      label: LABELS.areas,
      query: { search: TEXT, pro_id: INT, dis_id: INT },
      answer: listOf(record({ district_id: INT, count: INT }, ['district_id', 'count'])),
    }),
    batch: of({
      label: LABELS.batch,
      body: checkedBy(record({ rows: { ...listOf(schemaRef(`${resource.table}.new`)), maxItems: 1000 } }, ['rows'])),
      answer: listOf(BATCH_ANSWER),
    }),
    within: of({ label: resource.label, answer: listOf(one) }),
  }
}

/** Returns the schemas of the routes in the dialect of ra-data-simple-rest (crud/rest.ts). */
export function restCalls(resource: Resource): Pick<EntityCalls, 'list' | 'one' | 'create' | 'change' | 'remove'> {
  const of = (verb: Label, details: Omit<Call, 'group' | 'label'>): FastifySchema =>
    callSchema({
      group: DIALECT,
      label: [
        `${resource.label[0]}：${verb[0]}`,
        `${resource.label[1]}：${verb[1]}`,
        `${resource.label[2]}: ${verb[2]}`,
      ],
      ...details,
    })
  return {
    list: of(LABELS.list, { query: { sort: TEXT, range: TEXT, filter: TEXT }, bare: listOf(PLAIN_RECORD) }),
    one: of(LABELS.one, { bare: PLAIN_RECORD }),
    create: of(LABELS.create, { body: checkedBy(schemaRef(`${resource.table}.new`)), bare: PLAIN_RECORD }),
    change: of(LABELS.change, { body: checkedBy(schemaRef(`${resource.table}.change`)), bare: PLAIN_RECORD }),
    remove: of(LABELS.remove, { bare: record({ id: INT }, ['id']) }),
  }
}

const LABELS = {
  list: ['列表', '清單', 'List'],
  one: ['查询一条', '查詢一筆', 'One record'],
  create: ['新建', '新增', 'Create'],
  change: ['修改', '修改', 'Change'],
  remove: ['删除', '刪除', 'Delete'],
  export: ['导出筛选结果', '匯出篩選結果', 'Export the filtered records'],
  batch: ['批量新建', '批次新增', 'Create many'],
  areas: ['各区域数量', '各區域數量', 'Number of records by area'],
} as const satisfies Record<string, Label>

const DIALECT: Label = ['ra-data-simple-rest 方言', 'ra-data-simple-rest 方言', 'The dialect of ra-data-simple-rest']
/** A flat record: texts are not wrapped, and a missing value is null. */
const PLAIN_RECORD = {
  ...record({ id: INT }, ['id']),
  additionalProperties: { type: ['string', 'number', 'null'] },
} as const

const BATCH_ANSWER = record(
  { index: INT, id: INT, msg: TEXT, fields: { type: 'object', additionalProperties: TEXT }, retry_after: INT },
  ['index'],
)

const isBare = (resource: Resource): boolean =>
  resource.unpaged === true || resource.tree !== undefined || resource.within !== undefined

const listQuery = (resource: Resource): Record<string, Schema> => ({
  ...(!isBare(resource) && {
    page_size: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
    current: { type: 'integer', minimum: 1, default: 1 },
  }),
  search: TEXT,
  ...(resource.scope.project !== null && { pro_id: INT }),
  ...(resource.scope.district !== undefined && { dis_id: INT }),
  ids: { type: 'string', description: '1,2,3' },
  sort: {
    type: 'string',
    enum: [
      'id',
      'created_at',
      'updated_at',
      ...Object.keys(resource.fields).filter(
        (name) =>
          !resource.fields[name]?.computed && !resource.fields[name]?.secret && !resource.fields[name]?.ownerOnly,
      ),
    ],
  },
  order: { type: 'string', enum: ['asc', 'desc', 'ASC', 'DESC'] },
})
