import type { Common } from './define.ts'
import { bool, list, refTo, object, oneOf, integer, type JsonSchema } from './jsonSchema.ts'
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
export const extensionSchema = (description: string): Record<'extension' | 'needs', JsonSchema> => ({
  extension: refTo('extension', description),
  needs: refTo('extension', 'The former name of `extension`; it has no effect.'),
})

/** The properties that every field may have. A property of Common without an entry does not compile. */
const common: { readonly [K in keyof Required<Common>]: JsonSchema } = {
  label: refTo('label', 'What the field is called, in three languages.'),
  help: refTo('label', 'One line under the input.'),
  required: bool('Must hold a value whenever it is shown.'),
  rules: list('Named rules that the text must follow.', { enum: Object.keys(rules) }),
  wrapped: bool('Sent as {"String", "Valid"}; needed only for older platforms.'),
  unique: oneOf('No second record may hold the same value: on the whole platform, or within one project.', [
    'platform',
    'project',
  ]),
  search: bool('The search box above the list searches this field.'),
  superOnly: bool('Only the super administrator sees and sets it; for other users the server sets it.'),
  seen: bool('Together with superOnly: lists and details show it to all users.'),
  fixed: bool('Set once, when the record is created.'),
  readOnly: bool('Set by the server only.'),
  computed: bool('Not stored; a hook of the server computes it.'),
  secret: bool(
    'Text that can be written and is never returned; masked in the operation log. An empty text keeps the stored one.',
  ),
  ownerOnly: bool(
    'Returned only to the account that the record describes, null for all others; useful for accounts only.',
  ),
  hidden: bool('Not shown in the form.'),
  ...extensionSchema('The console leaves the field out if the platform does not announce this extension.'),
  when: refTo('condition', 'Shown, required and kept only while this condition holds.'),
  asked: object('What a form requires of the user beyond what the platform requires.', {
    min: integer('A text with at least this many characters.', { minimum: 1, maximum: 100_000 }),
    when: refTo('condition', 'A value, while this condition holds.'),
  }),
  blankWhenHidden: bool('Emptied on saving while `when` does not hold.'),
  input: oneOf('A special input, by its name in resources/kit/slots.ts.', inputSlots),
  column: oneOf('A special table cell, by its name in resources/kit/slots.ts.', columnSlots),
}
