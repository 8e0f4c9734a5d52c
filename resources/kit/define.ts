import type { Extension } from './extensions.ts'
import type { RuleName } from './rules.ts'
import type {
  BulkSlot,
  ColumnSlot,
  CommandSlot,
  DialogSlot,
  FormSlot,
  HookSlot,
  QuestionSlot,
  InputSlot,
  ToolSlot,
  ViewSlot,
} from './slots.ts'
import { fieldTypes, type FieldType, type Shape, type ValueOf } from './types/index.ts'

export type { FieldType, Shape } from './types/index.ts'

/** One text in the three languages of the product: [zhCN, zhTW, zhEN]. */
export type Label = readonly [zhCN: string, zhTW: string, zhEN: string]

/**
 * What every field type can say. A definition is JSON-safe data: code is only ever named in it (see slots.ts).
 *
 * - `required`   must hold a value whenever it is shown (`when`)
 * - `rules`      named validators of rules.ts, the same in the form and on the server
 * - `wrapped`    optional text that travels as {String, Valid} (wire.md, Transport)
 * - `unique`     no second row may hold the same value: on the whole platform, or within one project
 * - `search`     the list's search text looks here
 * - `superOnly`  only the super administrator sees and chooses it; for everybody else the server writes it
 * - `seen`       besides superOnly: lists and details show it to everybody
 * - `fixed`      set once, at creation
 * - `readOnly`   the server writes it; a client's value is ignored
 * - `computed`   not stored: the server works it out when it answers
 * - `secret`     text that is written and never answered, masked in the operation log; empty on an edit leaves it as it is
 * - `ownerOnly`  a secret that the account it stands at is shown, and nobody else: null in everybody else's answers, never sorted by nor exported
 * - `when`       shown (and required, and kept) only while another field has one of these values
 * - `extension`  the extension of /v1 it came with (extensions.ts): in front of a platform that does not announce that, the console has no such field
 * - `asked`      what a form asks of a person beyond what the platform takes: text of at least `min` characters, a value while `when` holds
 */
export interface Common {
  label: Label
  help?: Label
  required?: boolean
  rules?: readonly RuleName[]
  wrapped?: boolean
  unique?: 'platform' | 'project'
  search?: boolean
  superOnly?: boolean
  seen?: boolean
  fixed?: boolean
  readOnly?: boolean
  computed?: boolean
  secret?: boolean
  ownerOnly?: boolean
  hidden?: boolean
  extension?: Extension
  when?: Condition
  asked?: { min?: number; when?: Condition }
  blankWhenHidden?: boolean
  input?: InputSlot
  column?: ColumnSlot
}

/** A condition as data: true while `field` holds one of the values in `in`, or, with `filled`, any value at all. */
export type Condition = { field: string; in: readonly (string | number)[] } | { field: string; filled: true }

export interface Option {
  value: number
  label: Label
  /** What a client may send in place of the number; answers have the number. */
  code?: string
  /** One line under the label, where the options are drawn as cards. */
  help?: Label
  /** The card's picture. */
  icon?: OptionIcon
  /** As a field's: the extension it came with. */
  extension?: Extension
}

/** Pictures for options drawn as cards; the console maps each name to an icon. */
export const optionIcons = ['gateway', 'standalone', 'stream', 'picture'] as const
export type OptionIcon = (typeof optionIcons)[number]

export type FieldOf<T extends FieldType> = { type: T } & Common & Shape[T]
export type Field = { [T in FieldType]: FieldOf<T> }[FieldType]

/**
 * Who may do a thing: a menu code; null: whoever may open the menu entry; superOnly: only the super administrator; types: who holds these
 * permission types besides, all of them.
 */
export type Access =
  | string
  | null
  | { code: string | null; superOnly: true }
  | { code: string | null; types: readonly number[] }

/** What may be done with a record. The first three every resource answers; the others only where they exist. */
export const actionNames = [
  'create',
  'edit',
  'delete',
  'import',
  'rename',
  'batchStart',
  'batchStop',
  'clone',
  'password',
] as const
export type Action = (typeof actionNames)[number]

/** Who is offered something of the console's own: whoever may do `needs`, or the super administrator alone; without either, whoever sees the row. */
export interface Offer {
  needs?: Action
  superOnly?: true
}

/** A dialog of a record besides its form, at …/{id}/{name}. */
export interface DialogOffer extends Offer {
  name: string
  slot: DialogSlot
  label: Label
}

/** What a row's menu does at once. `button`: a button of the row itself where there is room, and what edits the record is in the menu. */
export interface CommandOffer extends Offer {
  slot: CommandSlot
  button?: true
}

/** What stands beside "new" above the list. */
export interface ToolOffer extends Offer {
  slot: ToolSlot
}

/** What is done with every selected row. */
export interface BulkOffer extends Offer {
  slot: BulkSlot
  /** The path of the resource that `needs` is an action of, where that is another one. */
  of?: string
}

/** A table column: one field, or two on two lines. */
export type Column<K extends string> = K | 'id' | readonly [main: K | 'id', second: K | 'id']

export interface Section<K extends string> {
  label?: Label
  fields: readonly K[]
  /** How many stand side by side; left out, few fields stand in two columns and many in three. */
  columns?: 2 | 3
}

/** Pictures for groups of the menu; the console maps each name to an icon. */
export const groupIcons = [
  'monitor',
  'manage',
  'alarm',
  'push',
  'config',
  'permission',
  'work',
  'stock',
  'people',
  'building',
  'map',
  'report',
] as const
export type GroupIcon = (typeof groupIcons)[number]

export interface ResourceOf<out F extends Record<string, Field>, out K extends string = keyof F & string> {
  /** Route of its screen, name for react-admin, prefix of its messages. */
  path: string
  /** The noun on the wire: GET, POST {api}; PUT, DELETE {api}/{id}. */
  api: string
  /** Table in the database. */
  table: string
  /** Key of its menu entry. Reading the list needs it. */
  menuKey: string
  /** The group its menu entry stands in, where the number before the hyphen is none of the product's own. */
  group?: { label: Label; icon: GroupIcon }
  label: Label
  /** What the question mark beside its list says, as Markdown; screens that ship with the product have theirs in server/routes/help. */
  help?: Label
  /** What one record is called: "New gateway", "gateway not found". */
  noun: Label
  /** The extension of /v1 the whole entity came with: a console in front of a platform that does not announce it has no such screen. */
  extension?: Extension
  /** Whether the console has a screen and a menu entry for it; false for what lives inside another screen. */
  screen: boolean
  /** An action that is not named here is refused; `list` is open to whoever may open the menu entry unless it says more. */
  access: Record<'create' | 'edit' | 'delete', Access> & Partial<Record<Action | 'list', Access>>
  /**
   * Which rows a caller sees: those whose column `project` holds their project (null: everybody's), and, for users with
   * managed districts, those whose column `district` lies in one of them.
   */
  scope: { project: K | 'id' | null; district?: K | 'id' }
  /** The field that names a record. */
  title: K
  fields: F
  list: readonly Column<K>[]
  form: readonly Section<K>[]
  csv?: readonly K[]
  /** Filters over the list besides the search text. */
  filters?: readonly ('project' | 'area')[]
  /** The list answers a bare array of all rows. */
  unpaged?: true
  /**
   * Rows form a tree by this field; the list answers a bare array, drawn as a tree table. `root` stands for the top: 0, or 1 where no record
   * has that id. `superTop`: only the super administrator puts records there. `branch`: which rows may have others below them; all without it.
   */
  tree?: { parent: K; root: number; superTop?: true; branch?: Condition }
  /**
   * Lives inside another resource's screen: rows are listed by `call`, where {id} is the parent's. `dialog` draws them, in place of a
   * table. `owned`: they are deleted with the parent, rather than keep it from being deleted. `opens`: a press on the parent's row, and its pencil, open
   * them, and the menu the parent's own form.
   */
  within?: { path: string; by: K; call: string; dialog?: DialogSlot; owned?: true; opens?: true }
  /** A whole form of its own. */
  formSlot?: FormSlot
  /** Width of the form's dialog in px, where spec 2 §9 or the design says one. */
  formWidth?: number
  dialogs?: readonly DialogOffer[]
  commands?: readonly CommandOffer[]
  tools?: readonly ToolOffer[]
  /** What is done with selected rows; without it they can be deleted by whoever may delete one. */
  bulk?: readonly BulkOffer[]
  /** What a clone starts with in place of the original's values. */
  cloned?: Readonly<Record<string, string | number>>
  /** Another way to draw the rows, beside the table. */
  view?: ViewSlot
  /** What the form asks before a change is saved, where there is something to ask. */
  question?: QuestionSlot
  /** A step of the server before and after a record is saved or deleted. */
  hook?: HookSlot
}

/** Any resource, when the fields' names do not matter. */
export type Resource = ResourceOf<Record<string, Field>>

/** Checks a definition's inner names while it is written, and keeps its literal types for RowOf. */
export const defineResource = <const F extends Record<string, Field>>(
  resource: ResourceOf<F, NoInfer<keyof F & string>>,
): ResourceOf<F> => resource

type Make<T extends FieldType> = <const O extends Omit<FieldOf<T>, 'type' | 'label'>>(
  label: Label,
  options?: O,
) => { type: T; label: Label } & O

const make =
  <T extends FieldType>(type: T): Make<T> =>
  (label, options) =>
    ({ type, label, ...options }) as never

/** The field types, as words to write definitions with: f.text, f.int, … */
export const f = Object.fromEntries(
  (Object.keys(fieldTypes) as FieldType[]).map((type) => [type, make(type)]),
) as unknown as { [T in FieldType]: Make<T> }

type Stored<X extends Field> = X extends { many: true } ? string : ValueOf<X['type']>

/** A stored row of a resource, as its table holds it: missing values are null, flags 0 or 1, times epoch milliseconds. */
export type RowOf<R extends { fields: Record<string, Field> }> = {
  id: number
  created_at: number
  updated_at: number
} & {
  [K in keyof R['fields'] as R['fields'][K] extends { computed: true } ? never : K]:
    | Stored<R['fields'][K]>
    | (R['fields'][K] extends { required: true } ? (R['fields'][K] extends { when: Condition } ? null : never) : null)
}
