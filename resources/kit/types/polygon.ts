import { inRange, JSON_MAX, parsed, tooLong } from './checks.ts'
import { TEXT_COLUMN } from './columns.ts'
import { trimmed, typed, type FieldTypeOf } from './fieldType.ts'
import { polygonFromText } from './geo.ts'

/** An outline: JSON text [[lng, lat], …], degrees of WGS 84. */
export const polygon: FieldTypeOf<object, string> = {
  description: 'An outline on the map: JSON text [[lng, lat], …].',
  shape: {},

  column: () => TEXT_COLUMN,
  stored: trimmed,
  problem(value) {
    const points = parsed(value)
    return Array.isArray(points) && points.length <= MAX_POINTS && points.every(isPair)
      ? tooLong(String(value), JSON_MAX)
      : { key: 'error.rule.polygon' }
  },

  wire: () => ({
    type: 'string',
    contentMediaType: 'application/json',
    maxLength: JSON_MAX,
    examples: ['[[114.5,38],[114.6,38],[114.6,38.1]]'],
  }),
  exported: null,
  read: (text) => ({ value: polygonFromText(text.replaceAll(/[;；]/g, '\n')) }),
  takes: () => [{ key: 'importing.template.point' }],

  ordered: false,
  wide: true,
  numeric: false,
  input: typed,
  example: (_field, n) => `[[${n % 100},2],[2,3],[3,4]]`,
}

const MAX_POINTS = 1000

const isPair = (point: unknown): boolean =>
  Array.isArray(point) && point.length === 2 && inRange(point[0], 180) && inRange(point[1], 90)
