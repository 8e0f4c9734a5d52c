/** A JSON Schema (draft 2020-12, as in OpenAPI 3.1), as plain data. */
export type Schema = Readonly<Record<string, unknown>>

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const listOf = (items: Schema): Schema => ({ type: 'array', items })
export const record = (properties: Record<string, Schema>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})
export const INT: Schema = { type: 'integer' }
export const NUMBER: Schema = { type: 'number' }
export const TEXT: Schema = { type: 'string' }
export const ZERO_OR_ONE: Schema = { type: 'integer', enum: [0, 1] }
export const TIME: Schema = { type: 'integer', format: 'int64', description: 'epoch ms' }

/** Optional text in its wire form (wire.md, Transport). */
export const WRAPPED: Schema = record({ String: TEXT, Valid: { type: 'boolean' } }, ['String', 'Valid'])
/** Adds a description, in English, to a schema. */
export const described = (schema: Schema, description: string): Schema => ({ ...schema, description })
/** Allows null besides what a schema allows. */
export const maybe = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

export const ANY: Schema = {}
export const MAYBE_NUMBER: Schema = { type: ['number', 'null'] }
/** Optional text of a body: plain, wrapped, or none. */
export const TEXT_IN: Schema = { anyOf: [{ type: ['string', 'null'] }, schemaRef('Wrapped')] }

/** Shapes that several calls share. */
export const namesOf = (more: Record<string, Schema> = {}): Schema => listOf(record({ id: INT, name: TEXT, ...more }))
export const pageSchema = (items: Schema): Schema => record({ list: listOf(items), total: INT }, ['list', 'total'])
export const PAGING = {
  page_size: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
  current: { type: 'integer', minimum: 1, default: 1 },
  search: TEXT,
} as const
export const SAMPLE = record({ insertdate: TIME, historydata: NUMBER, nodemapid: INT, deviceid: INT })
/** `flag` is present only in samples that are suspect (3) or failed (4). */
export const FLAGGED_SAMPLE = record({
  insertdate: TIME,
  historydata: NUMBER,
  nodemapid: INT,
  deviceid: INT,
  flag: INT,
})
export const DEVICE_STATES = listOf(schemaRef('DeviceState'))
/** All states, or with `since` those that changed. */
export const STATES_OR_CHANGES: Schema = {
  anyOf: [
    DEVICE_STATES,
    record(
      {
        version: TEXT,
        full: { ...ZERO_OR_ONE, description: '1: `devices` holds all devices' },
        devices: DEVICE_STATES,
        removed: listOf(INT),
        values: {
          ...listOf(NUMBER),
          description: 'four numbers for each changed value: deviceid, nodemapid, value, epoch ms',
        },
      },
      ['version', 'full', 'devices', 'removed', 'values'],
    ),
  ],
}
export const POINTS = { points: { type: 'integer', minimum: 1 } } as const
/** The sender of a value that is stored beside the history, and the time of its arrival. */
export const ORIGIN_PROPERTIES = {
  source: { type: 'string', enum: ['device', 'gateway', 'user', 'mqtt', 'virtual', 'import', 'station', 'platform'] },
  by: maybe(TEXT),
  received: TIME,
} as const
