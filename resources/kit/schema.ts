import { actionNames, groupIcons, optionIcons, type Action, type Resource, type Section } from './define.ts'
import { extensions } from './extensions.ts'
import { extensionSchema, fieldSchema } from './fieldSchema.ts'
import { bool, either, list, refTo, object, oneOf, str, integer, yes, type JsonSchema } from './jsonSchema.ts'
import * as slots from './slots.ts'

/** Patterns of names, the same in the schema and in the code that creates names. */
const NAMES = {
  field: '^[a-z][a-z0-9_]{0,40}$',
  table: '^[a-z][a-z0-9_]{0,40}$',
  api: '^[A-Za-z][A-Za-z0-9]{2,40}$',
  path: '^[A-Za-z][A-Za-z0-9]*(/[A-Za-z][A-Za-z0-9]*){1,3}$',
  menuKey: '^[1-9][0-9]?-[1-9][0-9]{0,2}$',
  code: '^[1-9][0-9]?(-[1-9][0-9]{0,2}){2}$',
} as const

/** Properties that only files have: the built-in definitions do not use them. */
interface FileOnly {
  $schema: string
  dictionaries: object
}

const REQUIRED = 'path api table menuKey label noun screen access scope title fields list form'.split(' ')

/**
 * Returns the JSON Schema of an entity file: GET /v1/entity.schema.json, docs/entity.schema.json. Built from the same
 * parts that definitions are typed by.
 */
export const entitySchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'entity.schema.json',
  title: 'Entity',
  ...object(
    'A kind of record: its fields, list, form, permissions and texts. See docs/entities.md.',
    properties,
    REQUIRED,
  ),
  $defs: definitions,
})

const action = oneOf('The action that the user must be allowed to do.', actionNames)
const offer = { needs: action, superOnly: yes('Only for the super administrator.') }
const of = str('The `path` of the entity that the action in `needs` belongs to, if it is another entity.')
const slot = (names: readonly string[]): JsonSchema => oneOf('Its name in resources/kit/slots.ts.', names)
/** A property of Section without an entry does not compile. */
const section: { readonly [K in keyof Required<Section<string>>]: JsonSchema } = {
  label: refTo('label', 'Its heading.'),
  fields: list('The fields, in order.', { type: 'string' }, { minItems: 1 }),
  columns: oneOf('Number of fields side by side.', [2, 3]),
}
const access = (what: string): JsonSchema => refTo('access', what)
const codeOrNull = either('A code, or null.', { type: 'string', pattern: NAMES.code }, { type: 'null' })

const actions: Readonly<Record<Action | 'list', JsonSchema>> = {
  list: access('Who may read the list, beyond opening the menu entry.'),
  create: access('Who may create.'),
  edit: access('Who may edit.'),
  delete: access('Who may delete.'),
  import: access('Who may import from a file.'),
  rename: access('Who may change only the name.'),
  batchStart: access('Who may start several records at once.'),
  batchStop: access('Who may stop several records at once.'),
  clone: access('Who may create a record from a copy of another.'),
  password: access('Who may set a password.'),
}

/** A property of ResourceOf without an entry does not compile. */
const properties: { readonly [K in keyof Required<Resource> | keyof FileOnly]: JsonSchema } = {
  $schema: str('Address of this schema, for the editor.'),
  path: str(
    'Address of its screen, without the first slash: manage/sparePart. The first part is the group it belongs to.',
    { pattern: NAMES.path, maxLength: 80 },
  ),
  api: str('Noun of its calls: GET /v1/{api}, POST /v1/{api}, PUT and DELETE /v1/{api}/{id}.', { pattern: NAMES.api }),
  table: str('Table in the database. Do not rename it: the records stay in the old one.', { pattern: NAMES.table }),
  menuKey: str(
    'Key of its menu entry, for example 3-50: the group, a hyphen, and a number that no other entry has. Users who are granted the key may open the list.',
    { pattern: NAMES.menuKey, examples: ['3-50'] },
  ),
  group: object(
    "The menu group, needed if the number before the hyphen is not one of the product's own groups (2 to 7).",
    { label: refTo('label', 'Name of the group.'), icon: oneOf('Its icon.', groupIcons) },
    ['label', 'icon'],
  ),
  label: refTo('label', 'Name of the screen: "Spare parts".'),
  help: refTo('texts', 'Help text behind the question mark beside its list, as Markdown.'),
  noun: refTo('label', 'Name of one record: "Spare part".'),
  extension: refTo('extension', 'The console has no such screen if the platform does not announce this extension.'),
  screen: bool('Whether it has a screen and a menu entry; false for records that are shown inside another screen.'),
  access: object('Who may do what. An action that is not listed is refused.', actions, ['create', 'edit', 'delete']),
  scope: object(
    'Which records a user sees.',
    {
      project: either(
        "The field that holds the record's project: users see the records of their own project. null: all users see all records.",
        { type: 'string' },
        { type: 'null' },
      ),
      district: str("The field with the record's area: users with managed areas see records in these areas and below."),
    },
    ['project'],
  ),
  title: str('The field that names a record.'),
  fields: {
    type: 'object',
    description: 'The fields, by the name of their column.',
    propertyNames: { pattern: NAMES.field },
    additionalProperties: refTo('field'),
    minProperties: 1,
  },
  list: list(
    'The columns of the table, each one field or two on two lines.',
    either(
      'A field, or two.',
      { type: 'string' },
      { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
    ),
    { minItems: 1 },
  ),
  form: list('The sections of the form.', object('A section.', section, ['fields'])),
  csv: list(
    'The columns of the import, in order; the list has an import button if `access.import` is given.',
    { type: 'string' },
    { minItems: 1 },
  ),
  filters: list('Filters above the list besides the search.', { enum: ['project', 'area'] }),
  unpaged: yes('The list is short and shown without pages.'),
  tree: object(
    'The records form a tree.',
    {
      parent: str('The field that names the parent record.'),
      root: oneOf('The id that stands for no parent: 0, or 1, which no record gets then.', [0, 1]),
      superTop: yes('Only the super administrator puts records at the top.'),
      branch: refTo('condition', 'Which records may have others below them; if left out, all.'),
    },
    ['parent', 'root'],
  ),
  within: object(
    'Its records belong to a record of another entity: its list opens from the row of that record.',
    {
      path: str('The `path` of the other entity.'),
      by: str('The field that names the record of the other entity.'),
      call: str('The call that lists the records of one, for example sparePartMovementByPart/{id}.', {
        pattern: '^[A-Za-z][A-Za-z0-9]*/\\{id\\}$',
      }),
      dialog: slot(slots.dialogSlots),
      owned: yes('Its records are deleted with those of the other entity, instead of preventing their deletion.'),
      opens: yes(
        "A click on a row of the other entity, or on its pencil, opens the records inside; the row's menu opens the other entity's own form.",
      ),
    },
    ['path', 'by', 'call'],
  ),
  formSlot: slot(slots.formSlots),
  formWidth: integer('Width of the form in px.', { minimum: 320, maximum: 1400 }),
  dialogs: list(
    'Further dialogs of a record.',
    object(
      'A dialog.',
      {
        name: str('Last part of its address.'),
        slot: slot(slots.dialogSlots),
        label: refTo('label'),
        ...offer,
      },
      ['name', 'slot', 'label'],
    ),
  ),
  commands: list(
    "Further entries of a row's menu.",
    object('An entry.', { slot: slot(slots.commandSlots), button: yes('A button of the row.'), ...offer }, ['slot']),
  ),
  tools: list(
    'Further buttons above the list.',
    object('A button.', { slot: slot(slots.toolSlots), ...offer }, ['slot']),
  ),
  bulk: list(
    'Actions on selected rows.',
    object('An action.', { slot: slot(slots.bulkSlots), ...offer, of }, ['slot']),
  ),
  cloned: {
    type: 'object',
    description: 'Values that a clone starts with instead of those of the original.',
    additionalProperties: either('A value.', { type: 'string' }, { type: 'number' }),
  },
  view: slot(slots.viewSlots),
  question: slot(slots.questionSlots),
  hook: slot(slots.hookSlots),
  dictionaries: {
    type: 'object',
    description:
      'Lists to choose from that several fields share; a field names one: {"type": "choice", "options": "grade"}.',
    propertyNames: { pattern: NAMES.field },
    additionalProperties: refTo('options'),
  },
}

const threeTexts = (maxLength: number): JsonSchema => ({
  type: 'array',
  title: 'Simplified Chinese, Traditional Chinese (Taiwan), English',
  description:
    'A text in the three languages, in this order: Simplified Chinese, Traditional Chinese (Taiwan), English.',
  prefixItems: ['简体中文', '繁體中文', 'English'].map((title) => ({ type: 'string', title, minLength: 1, maxLength })),
  items: { type: 'string', minLength: 1, maxLength },
  minItems: 3,
  maxItems: 3,
})

const definitions: Readonly<Record<string, JsonSchema>> = {
  label: threeTexts(300),
  texts: threeTexts(20_000),
  options: list(
    'Options to choose from. Their numbers are stored: never give the number of one option to another.',
    object(
      'One of them.',
      {
        value: integer('The number that is stored.', { minimum: -1_000_000, maximum: 1_000_000_000 }),
        label: refTo('label'),
        code: str('A name that a client may send instead of the number.', { pattern: NAMES.field }),
        help: refTo('label', 'A line of help, where options are shown as cards.'),
        icon: oneOf('Its icon, where options are shown as cards.', optionIcons),
        ...extensionSchema('Offered only if the platform announces this extension.'),
      },
      ['value', 'label'],
    ),
    { minItems: 1, maxItems: 500 },
  ),
  extension: oneOf('An extension of a platform beyond the plain calls of /v1 (docs/wire.md).', extensions),
  condition: either(
    'Holds while another field has one of these values, or any value.',
    object(
      'One of these values.',
      {
        field: str('The other field.'),
        in: list('Its values.', either('A value.', { type: 'string' }, { type: 'number' }), { minItems: 1 }),
      },
      ['field', 'in'],
    ),
    object('Any value.', { field: str('The other field.'), filled: yes('Any value.') }, ['field', 'filled']),
  ),
  access: either(
    'A permission code under the menu key, for example 3-50-2; null: all users who may open the menu entry; {"code": null, "superOnly": true}: only the super administrator; {"code": null, "types": [2, 3]}: of these users, those who hold the permission types.',
    { type: 'string', pattern: NAMES.code },
    { type: 'null' },
    object('Only the super administrator.', { code: codeOrNull, superOnly: yes('Only the super administrator.') }, [
      'code',
      'superOnly',
    ]),
    object(
      'Only users who also hold permission types.',
      {
        code: codeOrNull,
        types: list('Their ids; all of them are needed.', { type: 'integer', minimum: 1 }, { minItems: 1 }),
      },
      ['code', 'types'],
    ),
  ),
  field: fieldSchema(),
}
