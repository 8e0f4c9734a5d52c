import { parseIds } from '../access.ts'
import { str, integer, yes } from '../jsonSchema.ts'
import { scalarText } from './checks.ts'
import { TEXT_COLUMN, WHOLE_COLUMN } from './columns.ts'
import { chosen, type FieldTypeOf } from './fieldType.ts'

export interface RefShape {
  /** Path of the other resource. */
  to: string
  /** Several records: comma-joined ids. */
  many?: boolean
  default?: number
  /**
   * A field that, while it has a value, makes the platform derive these references: they then do not prevent the
   * deletion of the records.
   */
  derivedBy?: string
  /** A text field of the referenced record that a list's search also looks in. */
  searchBy?: string
}

/** The id of a record of another resource, or several ids. */
export const ref: FieldTypeOf<RefShape, number> = {
  description: 'A record of another entity, or with `many` several.',
  shape: {
    to: str('The `path` of the other entity, for example manage/device.', {
      examples: ['manage/area', 'manage/device', 'manage/product', 'permissionCenter/project', 'permissionCenter/user'],
    }),
    many: yes('Several records.'),
    default: integer('The id that a new record starts with.'),
    derivedBy: str(
      'While that field holds a value, the platform computes these references, and they do not prevent records from being deleted.',
    ),
    searchBy: str('The search box above the list also searches this text field of the record that is referred to.'),
  },
  required: ['to'],
  kind: ({ to, many }) => `${many ? 'several of' : 'ref to'} ${to}`,

  column: ({ many }) => (many ? TEXT_COLUMN : WHOLE_COLUMN),
  stored: (value, { many }) =>
    many
      ? (Array.isArray(value) ? value : String(value).split(',')).map((id) => String(id).trim()).join(',')
      : Number(value),
  problem(value, { many }) {
    const ids = !many
      ? [scalarText(value)]
      : Array.isArray(value)
        ? value.map(scalarText)
        : scalarText(value).split(',')
    return ids.every((id) => /^[1-9]\d{0,14}$/.test(id.trim())) ? null : { key: 'error.rule.ref' }
  },

  wire: ({ many }) => (many ? { type: 'string', pattern: '^\\d+(,\\d+)*$' } : { type: 'integer', minimum: 1 }),
  exported: (value, { to }, { name }) =>
    parseIds(String(value))
      .map((id) => name(to, id) ?? `#${id}`)
      .join(', '),
  read(text, { to, many }, { record }) {
    if (!many) return record(to, text)
    const parts = text.split(/[,，;；、]/).map((part) => part.trim())
    const readings = parts.filter((part) => part !== '').map((part) => record(to, part))
    const problem = readings.find((reading) => reading.problem)?.problem
    return problem ? { value: null, problem } : { value: readings.map(({ value }) => String(value)).join(',') }
  },
  takes({ to }, target) {
    const { noun, isTree } = target(to)
    return [{ key: isTree ? 'importing.template.paths' : 'importing.template.names', args: { noun } }]
  },

  ordered: ({ many }) => many !== true,
  wide: false,
  numeric: false,
  input: chosen,
  example: ({ many }, n) => (many ? `${n + 1},${n + 2}` : n + 1),
}
