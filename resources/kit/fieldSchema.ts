import type { Common } from './define.ts'
import { bool, list, refTo, object, oneOf, whole, type JsonSchema } from './jsonSchema.ts'
import { rules } from './rules.ts'
import { columnSlots, inputSlots } from './slots.ts'
import { fieldTypes } from './types/index.ts'

/**
 * Returns the description of a field in the published schema: one branch per type, so that an editor suggests the
 * properties of that type.
 */
export const fieldSchema = (): JsonSchema => ({
  description: 'One field of a record. `type` says what it holds.',
  oneOf: Object.entries(fieldTypes).map(([type, { description, shape, required = [] }]) => ({
    type: 'object',
    title: type,
    description,
    properties: { type: { const: type, description }, ...common, ...shape },
    required: ['type', 'label', ...required],
    additionalProperties: false,
  })),
})

/**
 * Returns the schema of the extension that introduced something. Its former name, `needs`, is still accepted in entity
 * files and has no effect.
 */
export const cameWith = (description: string): Record<'extension' | 'needs', JsonSchema> => ({
  extension: refTo('extension', description),
  needs: refTo('extension', 'The former name of `extension`; without effect.'),
})

/** The properties that every field may have. A property of Common without an entry does not compile. */
const common: { readonly [K in keyof Required<Common>]: JsonSchema } = {
  label: refTo('label', 'What the field is called, in three languages.'),
  help: refTo('label', 'One line under the input.'),
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
  ...cameWith('In front of a platform that does not announce it, the console leaves the field out.'),
  when: refTo('condition', 'Shown, required and kept only while this holds.'),
  asked: object('What a form asks of a person, beyond what the platform takes.', {
    min: whole('Text of at least so many characters.', { minimum: 1, maximum: 100_000 }),
    when: refTo('condition', 'A value, while this holds.'),
  }),
  blankWhenHidden: bool('Emptied while `when` does not hold.'),
  input: oneOf('An input of its own; the names are those of resources/kit/slots.ts.', inputSlots),
  column: oneOf('A table cell of its own; the names are those of resources/kit/slots.ts.', columnSlots),
}
