import { dictionary } from '../dictionary.ts'
import type { Common, FieldType, Shape } from './define.ts'
import { bool, either, list, named, number, object, oneOf, text, whole, yes, type JsonSchema } from './jsonSchema.ts'
import { rules } from './rules.ts'
import { columnSlots, inputSlots } from './slots.ts'

/** How a field is described in the published schema: one branch a type, so that an editor offers what the type knows. */
export const fieldSchema = (): JsonSchema => ({
  description: 'One field of a record. `type` says what it holds.',
  oneOf: Object.entries(shapes).map(([type, more]) => ({
    type: 'object',
    title: type,
    description: words[type as FieldType],
    properties: { type: { const: type, description: words[type as FieldType] }, ...common, ...more },
    required: ['type', 'label', ...(needed[type as FieldType] ?? [])],
    additionalProperties: false,
  })),
})

/** What a field may not do without, besides its type and its label. */
const needed: { [T in FieldType]?: readonly (keyof Shape[T])[] } = { choice: ['options'], dict: ['dict'], ref: ['to'] }

const words: Record<FieldType, string> = {
  text: 'One line of text.',
  longText: 'Several lines of text.',
  int: 'A whole number.',
  decimal: 'A number that may have decimals.',
  flag: 'Yes or no, stored as 1 or 0.',
  choice: 'One out of a few things; the number is stored, the words are shown.',
  dict: 'One entry of a dictionary of the platform.',
  ref: 'A record of another entity, or with `many` several.',
  point: 'A place on the map: JSON text {"maplng": 114.5, "maplat": 38.0}.',
  polygon: 'An outline on the map: JSON text [[lng, lat], …].',
  image: 'A picture, uploaded in the form.',
  json: 'Any JSON text.',
  date: 'A calendar day, text YYYY-MM-DD.',
  time: 'A moment, stored as milliseconds since 1970.',
}

/** Every property any field may have. A property of Common without a row does not compile. */
const common: { readonly [K in keyof Required<Common>]: JsonSchema } = {
  label: named('label', 'What the field is called, in three languages.'),
  help: named('label', 'One line under the input.'),
  required: bool('Must hold a value whenever it is shown.'),
  rules: list('Named rules the text has to keep.', { enum: Object.keys(rules) }),
  wrapped: bool('Travels as {"String", "Valid"}; only platforms of before need it.'),
  unique: oneOf('No second record may hold the same value: on the whole platform, or within one project.', [
    'platform',
    'project',
  ]),
  search: bool('The search text above the list looks here.'),
  superOnly: bool('Only the super administrator sees and chooses it; for everybody else the server writes it.'),
  seen: bool('Besides superOnly: lists and details show it to everybody.'),
  fixed: bool('Set once, when the record is created.'),
  readOnly: bool('Only the server writes it.'),
  computed: bool('Not stored; a hook of the server works it out.'),
  secret: bool(
    'Text that is written and never answered, masked in the operation log; an empty one leaves what is stored.',
  ),
  ownerOnly: bool(
    'Answered to the account whose own record it is, and null to everybody else; of use for accounts alone.',
  ),
  hidden: bool('Not drawn in the form.'),
  when: named('condition', 'Shown, required and kept only while this holds.'),
  asked: object('What a form asks of a person, beyond what the platform takes.', {
    min: whole('Text of at least so many characters.', { minimum: 1, maximum: 100_000 }),
    when: named('condition', 'A value, while this holds.'),
  }),
  blankWhenHidden: bool('Emptied while `when` does not hold.'),
  input: oneOf('An input of its own; the names are those of resources/kit/slots.ts.', inputSlots),
  column: oneOf('A table cell of its own; the names are those of resources/kit/slots.ts.', columnSlots),
}

const min = (what: string): JsonSchema => number(`The smallest ${what}.`)
const max = (what: string): JsonSchema => number(`The largest ${what}.`)

/** What each type adds. A property of Shape without a row does not compile. */
const shapes: { readonly [T in FieldType]: { readonly [K in keyof Required<Shape[T]>]: JsonSchema } } = {
  text: {
    min: whole('At least so many characters.', { minimum: 1, maximum: 100_000 }),
    max: whole('At most so many characters; 200 where it is left out.', { minimum: 1, maximum: 100_000 }),
    default: text('What a new record starts with.'),
    oneOf: list('This or one of these other fields must hold a value.', { type: 'string' }),
  },
  longText: { max: whole('At most so many characters; 2000 where it is left out.', { minimum: 1, maximum: 100_000 }) },
  int: {
    min: min('number'),
    max: max('number'),
    default: whole('What a new record starts with.'),
    unit: named('label', 'Stands behind the number.'),
    zero: named('label', 'What a 0 means, shown in its place in tables.'),
    onImport: list(
      'Numbers of an imported file that stand for others.',
      object('One of them.', { given: whole('In the file.'), stored: whole('In the record.') }, ['given', 'stored']),
    ),
  },
  decimal: {
    min: min('number'),
    max: max('number'),
    default: number('What a new record starts with.'),
    unit: named('label', 'Stands behind the number.'),
    above: text('Must be larger than this other field.'),
  },
  flag: {
    default: oneOf('What a new record starts with.', [0, 1]),
    options: list('The words for no and for yes.', named('label'), { minItems: 2, maxItems: 2 }),
  },
  choice: {
    options: either(
      'The things to choose from, or the name of one of the file’s own `dictionaries`.',
      named('options'),
      { type: 'string' },
    ),
    default: whole('What a new record starts with.'),
    cards: bool('Drawn as cards with a line of help each.'),
  },
  dict: { dict: oneOf('Which dictionary.', Object.keys(dictionary)), default: whole('What a new record starts with.') },
  ref: {
    to: text('The `path` of the other entity, as manage/device.', {
      examples: ['manage/area', 'manage/device', 'manage/product', 'permissionCenter/project', 'permissionCenter/user'],
    }),
    many: yes('Several records.'),
    default: whole('The id a new record starts with.'),
    searchBy: text('The search text above the list also looks at this text field of the record it names.'),
  },
  point: {},
  polygon: {},
  image: {},
  json: {},
  date: {},
  time: {},
}
