import type { Problem } from '../../resources/kit/rules.ts'

/** The stored numbers of the dictionaries NorthDataKeyType, NorthDataKeyNameType and NorthDataKeyValueType. */
export const KEY = { object: 1, array: 2, value: 3 } as const
export const NAME = { fixed: 1, alias: 2, address: 3 } as const
export const VALUE = { fixed: 1, live: 2, property: 3, time: 4 } as const

/** A pushed value: the values of JSON, with objects as maps so that members keep their order and no name is special. */
export type PushValue = null | string | number | boolean | readonly PushValue[] | ReadonlyMap<string, PushValue>

/** A row of a data format with the rows below it. */
export interface FormatRow {
  id: number
  keyType: number
  nameType: number
  name: string
  valueType: number
  value: string
  children: FormatRow[]
}

/** A row as stored. */
export interface StoredRow {
  id: number
  super_id: number | null
  key_type: number
  key_name_type: number
  key_name_value: string
  key_value_type: number
  key_value_value: string
}

/** A device as formats see it; times are epoch ms, null where there is none. */
export interface NorthDevice {
  id: number
  sn: string
  sn_value: string | null
  name: string
  project_id: number
  district_id: number
  gateway_id: number | null
  devicetype_id: number
  online: boolean
  time: number | null
  nodes: readonly NorthNode[]
}

export interface NorthNode {
  id: number
  alias: string
  nodeaddr: number
  unitname: string | null
  value: string | number | boolean | null
  time: number | null
  /** QARTOD's flag of the value: 1 good, 2 not evaluated, 3 suspect, 4 failed; null where there is no value. */
  flag: number | null
}

/** What a row of type "device property" may name; properties of a node are null outside an array of nodes. */
export const properties: Readonly<Record<string, (device: NorthDevice | null, node: NorthNode | null) => PushValue>> = {
  id: (device) => device?.id ?? null,
  sn: (device) => device?.sn ?? null,
  sn_value: (device) => device?.sn_value ?? null,
  name: (device) => device?.name ?? null,
  project_id: (device) => device?.project_id ?? null,
  district_id: (device) => device?.district_id ?? null,
  gateway_id: (device) => device?.gateway_id ?? null,
  devicetype_id: (device) => device?.devicetype_id ?? null,
  online: (device) => (device ? Number(device.online) : null),
  nodemap_id: (_device, node) => node?.id ?? null,
  alias: (_device, node) => node?.alias ?? null,
  nodeaddr: (_device, node) => node?.nodeaddr ?? null,
  unitname: (_device, node) => node?.unitname ?? null,
  flag: (_device, node) => node?.flag ?? null,
}

/** Deepest nesting of rows; deeper rows are not pushed. */
export const MAX_NESTING = 16

/**
 * Builds the rows of one format into trees, in the order in which they were created. A row whose parent is missing, or
 * that is its own ancestor, is left out.
 */
export function treeOf(rows: readonly StoredRow[]): FormatRow[] {
  const below = new Map<number, StoredRow[]>()
  for (const row of rows) below.set(row.super_id ?? 0, [...(below.get(row.super_id ?? 0) ?? []), row])
  const grow = (parent: number, depth: number): FormatRow[] => {
    if (depth > MAX_NESTING) return []
    const own = below.get(parent) ?? []
    // Each row is placed once: ids of rows that are not saved may occur twice, and the rows below them would be doubled
    // at every level.
    below.delete(parent)
    return own
      .toSorted((a, b) => a.id - b.id)
      .map((row) => ({
        id: row.id,
        keyType: row.key_type,
        nameType: row.key_name_type,
        name: row.key_name_value,
        valueType: row.key_value_type,
        value: row.key_value_value,
        children: row.key_type === KEY.value ? [] : grow(row.id, depth + 1),
      }))
  }
  return grow(0, 1)
}

/** Whether an array row repeats for each device, rather than for each node of one device. */
export const repeatsDevices = (row: FormatRow, inDevice: boolean): boolean =>
  row.keyType === KEY.array && !inDevice && row.valueType !== VALUE.live

/** Returns what is wrong with the value of a row, or null. */
export function valueProblem({
  key_type,
  key_value_type,
  key_value_value,
}: Pick<StoredRow, 'key_type' | 'key_value_type' | 'key_value_value'>): Problem | null {
  if (key_type !== KEY.value) return null
  if (key_value_type === VALUE.property && !Object.hasOwn(properties, key_value_value))
    return { key: 'error.north.property', args: { names: Object.keys(properties).join(', ') } }
  if (key_value_type === VALUE.time && !TIME_FORM.test(key_value_value)) return { key: 'error.north.time' }
  return null
}

/** The forms of a time, with or without `now ` in front. */
const TIME_FORM = /^(now )?(ms|s|iso|.*(yyyy|HH|mm|ss).*)$/
