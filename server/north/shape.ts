import { ApiError } from '../errors.ts'
import {
  KEY,
  NAME,
  properties,
  repeatsDevices,
  VALUE,
  type FormatRow,
  type NorthDevice,
  type NorthNode,
  type PushValue,
} from './format.ts'
import { timeText } from './time.ts'

export interface Push {
  /** Name of the interface. */
  name: string
  devices: readonly NorthDevice[]
  now: number
  timeZone: string
}

/**
 * Most values of one document, and of each of its devices: nested arrays multiply, and building the document blocks the
 * process.
 */
const MAX_VALUES = 2_000_000
const MAX_DEVICE_VALUES = 20_000

/**
 * Builds the document that a format's rows describe (README.md); without rows, the platform's default document.
 * @throws {ApiError} 413 where it has too many values
 */
export function shape(rows: readonly FormatRow[], push: Push): PushValue {
  if (rows.length === 0) return plainShape(push)
  const room = { left: Math.min(MAX_VALUES, (push.devices.length + 1) * MAX_DEVICE_VALUES) }
  const place = { push, room, device: null, node: null }
  if (hasDeviceArray(rows)) return members(rows, place)
  return push.devices.map((device) => members(rows, { ...place, device }))
}

/** The device and the node that the rows are written for. */
interface Place {
  push: Push
  /** Number of values that the document may still have. */
  room: { left: number }
  device: NorthDevice | null
  node: NorthNode | null
}

/** Reserves room for values before they are created. */
function take({ room }: Place, values: number): void {
  room.left -= values
  if (room.left < 0) throw new ApiError(413, 'error.tooLarge')
}

/**
 * Builds {name, time, devices: [{id, sn, name, online, time, values: [{address, name, unit, value, time, flag}]}]},
 * times in epoch ms.
 */
function plainShape({ name, devices, now }: Push): PushValue {
  const device = ({ id, sn, name, online, time, nodes }: NorthDevice): PushValue =>
    new Map<string, PushValue>([
      ['id', id],
      ['sn', sn],
      ['name', name],
      ['online', Number(online)],
      ['time', time],
      [
        'values',
        nodes.map((node) =>
          record({
            address: node.nodeaddr,
            name: node.alias,
            unit: node.unitname,
            value: node.value,
            time: node.time,
            flag: node.flag,
          }),
        ),
      ],
    ])
  return new Map<string, PushValue>([
    ['name', name],
    ['time', now],
    ['devices', devices.map(device)],
  ])
}

const record = (entries: Record<string, PushValue>): PushValue => new Map(Object.entries(entries))

const hasDeviceArray = (rows: readonly FormatRow[]): boolean =>
  rows.some((row) => repeatsDevices(row, false) || (row.keyType === KEY.object && hasDeviceArray(row.children)))

function members(rows: readonly FormatRow[], place: Place): ReadonlyMap<string, PushValue> {
  take(place, rows.length)
  const object = new Map<string, PushValue>()
  for (const row of rows) for (const [name, value] of entriesOf(row, place)) object.set(name, value)
  return object
}

function entriesOf(row: FormatRow, place: Place): [string, PushValue][] {
  if (row.keyType === KEY.object) return [[nameOf(row, place), members(row.children, place)]]
  if (row.keyType === KEY.array) {
    const items = placesOf(row, place)
    take(place, items.length)
    return [
      [
        nameOf(row, place),
        items.map((item) => (row.children.length === 0 ? valueOf(row, item) : members(row.children, item))),
      ],
    ]
  }
  if (row.valueType !== VALUE.live || row.value !== '*' || place.node)
    return [[nameOf(row, place), valueOf(row, place)]]
  // `*` stands for all nodes of the device: a member for each node or, under a fixed name, one object with all of them.
  take(place, place.device?.nodes.length ?? 0)
  const all = (place.device?.nodes ?? []).map((node): [string, PushValue] => [
    row.nameType === NAME.address ? String(node.nodeaddr) : node.alias,
    node.value,
  ])
  return row.nameType === NAME.fixed ? [[row.name, new Map(all)]] : all
}

/** Returns the places of an array's items. */
function placesOf(row: FormatRow, place: Place): Place[] {
  if (repeatsDevices(row, place.device !== null)) return place.push.devices.map((device) => ({ ...place, device }))
  const devices = place.device ? [place.device] : place.push.devices
  const chosen =
    row.valueType === VALUE.live && row.value !== '*' ? row.value.split(',').map((part) => part.trim()) : null
  return devices.flatMap((device) =>
    device.nodes
      .filter((node) => !chosen || chosen.includes(node.alias) || chosen.includes(String(node.nodeaddr)))
      .map((node) => ({ ...place, device, node })),
  )
}

function nameOf(row: FormatRow, place: Place): string {
  if (row.nameType === NAME.fixed) return row.name
  const node =
    place.node ??
    findNode(place.device, row.valueType === VALUE.live ? row.value : row.name) ??
    findNode(place.device, row.name)
  // Where the device has no such node, the row's own name is used.
  if (!node) return row.name
  return row.nameType === NAME.alias ? node.alias : String(node.nodeaddr)
}

function valueOf(row: FormatRow, { push, device, node }: Place): PushValue {
  switch (row.valueType) {
    case VALUE.live: {
      // The items of an array without children have the value that the array's `value` selected.
      const named = row.value === '*' || row.keyType === KEY.array ? node : findNode(device, row.value)
      return named?.value ?? null
    }
    case VALUE.property:
      return Object.hasOwn(properties, row.value) ? (properties[row.value]?.(device, node) ?? null) : null
    case VALUE.time:
      return timeText(row.value, node ? node.time : device ? device.time : push.now, push)
    default:
      return fixedValue(row.value)
  }
}

/** Finds the node with this alias or, where there is none, the node with this address. */
const findNode = (device: NorthDevice | null, key: string): NorthNode | undefined =>
  device?.nodes.find((node) => node.alias === key) ?? device?.nodes.find((node) => String(node.nodeaddr) === key)

/** Parses a fixed value: "12.5" and "true" are sent as JSON's number and boolean; "007" and all other texts as text. */
function fixedValue(text: string): PushValue {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text) ? Number(text) : text
}
