import { inRange, parsed, TEXT_MAX, tooLong } from './checks.ts'
import { TEXT_COLUMN } from './columns.ts'
import { trimmed, typed, type FieldTypeOf } from './fieldType.ts'
import { pointFromText } from './geo.ts'

/** A location: JSON text {"maplng": 114.5, "maplat": 38.0}, degrees of WGS 84. */
export const point: FieldTypeOf<object, string> = {
  description: 'A place on the map: JSON text {"maplng": 114.5, "maplat": 38.0}.',
  shape: {},

  column: () => TEXT_COLUMN,
  stored: trimmed,
  // Every list of devices includes their locations: the limit keeps other data out of them.
  problem: (value) => (isPoint(parsed(value)) ? tooLong(String(value), TEXT_MAX) : { key: 'error.rule.point' }),

  wire: () => ({
    type: 'string',
    contentMediaType: 'application/json',
    maxLength: TEXT_MAX,
    examples: ['{"maplng":114.52,"maplat":38.05}'],
  }),
  exported(value) {
    const place = parsed(value)
    return place === undefined || place === null ? String(value) : coordinates(place)
  },
  read: (text) => ({ value: pointFromText(text) }),
  takes: () => [{ key: 'importing.template.point' }],

  ordered: false,
  wide: false,
  numeric: false,
  input: typed,
  example: (_field, n) => `{"maplng":${114 + (n % 10) / 10},"maplat":38}`,
}

const isPoint = (place: unknown): boolean =>
  typeof place === 'object' &&
  place !== null &&
  'maplng' in place &&
  'maplat' in place &&
  inRange(place.maplng, 180) &&
  inRange(place.maplat, 90)

const coordinates = (place: { maplng?: unknown; maplat?: unknown }): string =>
  `${String(place.maplng)}, ${String(place.maplat)}`
