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
 * Properties that every field type supports. A definition is JSON-safe data: it refers to code only by name (see
 * slots.ts).
 *
 * - `required`   must hold a value whenever it is shown (`when`)
 * - `rules`      named validators of rules.ts, the same in the form and on the server
 * - `wrapped`    optional text that travels as {String, Valid} (wire.md, Transport)
 * - `unique`     no second row may hold the same value: on the whole platform, or within one project
 * - `search`     the list's search text looks here
 * - `superOnly`  only the super administrator sees and chooses it; for other users the server writes it
 * - `seen`       with superOnly: lists and details show it to all users
 * - `fixed`      set once, at creation
 * - `readOnly`   the server writes it; a client's value is ignored
 * - `computed`   not stored: the server computes it for each answer
 * - `secret`     text that can be written but is never answered, and is masked in the operation log; an empty text in an
 *                edit leaves it unchanged
 * - `ownerOnly`  a secret that is shown only to the account it belongs to: null in answers to other users, excluded from
 *                sorting and export
 * - `when`       shown (and required, and kept) only while another field has one of these values
 * - `extension`  the extension of /v1 that introduced it (extensions.ts): the console does not show the field if the
 *                platform does not announce the extension
 * - `asked`      what the form requires beyond what the platform does: text of at least `min` characters, a value while
 *                `when` holds
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
  /** A code that clients may send instead of the number; answers contain the number. */
  code?: string
  /** One line under the label, if the options are drawn as cards. */
  help?: Label
  /** Icon of the card. */
  icon?: OptionIcon
  /** As for a field: the extension that introduced the option. */
  extension?: Extension
}

/** Icon names for options drawn as cards; the console maps each name to an icon. */
export const optionIcons = ['gateway', 'standalone', 'stream', 'picture'] as const
export type OptionIcon = (typeof optionIcons)[number]

export type FieldOf<T extends FieldType> = { type: T } & Common & Shape[T]
export type Field = { [T in FieldType]: FieldOf<T> }[FieldType]

/**
 * Who may perform an action. A menu code: callers who have it; null: callers who may open the menu entry; superOnly:
 * the super administrator only; types: callers who also hold all of these permission types.
 */
export type Access =
  | string
  | null
  | { code: string | null; superOnly: true }
  | { code: string | null; types: readonly number[] }

/** Actions on records. Every resource has the first three; the others exist only where a definition names them. */
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

/**
 * Who is offered a function of the console: callers who may perform `needs`, or only the super administrator; without
 * either, all who see the row.
 */
export interface Offer {
  needs?: Action
  superOnly?: true
}

/** A further dialog of a record besides its form, at …/{id}/{name}. */
export interface DialogOffer extends Offer {
  name: string
  slot: DialogSlot
  label: Label
}

/**
 * An entry of a row's menu that acts at once. `button`: drawn as a button in the row if there is room; the entry that
 * edits the record is then in the menu.
 */
export interface CommandOffer extends Offer {
  slot: CommandSlot
  button?: true
}

/** A button beside "new" above the list. */
export interface ToolOffer extends Offer {
  slot: ToolSlot
}

/** An action on all selected rows. */
export interface BulkOffer extends Offer {
  slot: BulkSlot
  /** Path of the resource whose action `needs` is, if it is another resource. */
  of?: string
}

/** A table column: one field, or two on two lines. */
export type Column<K extends string> = K | 'id' | readonly [main: K | 'id', second: K | 'id']

export interface Section<K extends string> {
  label?: Label
  fields: readonly K[]
  /** Number of fields side by side; by default few fields are in two columns and many in three. */
  columns?: 2 | 3
}

/** Icon names for groups of the menu; the console maps each name to an icon. */
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
  /** Route of its screen, its name in react-admin and the prefix of its messages. */
  path: string
  /** The noun on the wire: GET, POST {api}; PUT, DELETE {api}/{id}. */
  api: string
  /** Table in the database. */
  table: string
  /** Key of its menu entry. Required to read the list. */
  menuKey: string
  /** Group of its menu entry, if the number before the hyphen is not one of the product's own groups. */
  group?: { label: Label; icon: GroupIcon }
  label: Label
  /** Help text of its list, as Markdown; the help of screens that ship with the product is in server/routes/help. */
  help?: Label
  /** Name of one record: "New gateway", "gateway not found". */
  noun: Label
  /**
   * The extension of /v1 that introduced the whole entity: the console has no such screen if the platform does not
   * announce it.
   */
  extension?: Extension
  /** Whether the console has a screen and a menu entry for it; false for entities inside another screen. */
  screen: boolean
  /**
   * An action that is not named here is refused; `list` is allowed to callers who may open the menu entry unless it is
   * named.
   */
  access: Record<'create' | 'edit' | 'delete', Access> & Partial<Record<Action | 'list', Access>>
  /**
   * The rows that a caller sees: those whose column `project` holds the caller's project (null: rows of all projects),
   * and, for users with managed districts, those whose column `district` lies in one of them.
   */
  scope: { project: K | 'id' | null; district?: K | 'id' }
  /** The field that names a record. */
  title: K
  fields: F
  list: readonly Column<K>[]
  form: readonly Section<K>[]
  csv?: readonly K[]
  /** Filters above the list besides the search text. */
  filters?: readonly ('project' | 'area')[]
  /** The list answers a bare array of all rows. */
  unpaged?: true
  /**
   * Rows form a tree by this field; the list answers a bare array, drawn as a tree table. `root` stands for the top: 0, or 1 where no record
   * has that id. `superTop`: only the super administrator puts records there. `branch`: which rows may have others below them; all without it.
   */
  tree?: { parent: K; root: number; superTop?: true; branch?: Condition }
  /**
   * Lives inside another resource's screen: rows are listed by `call`, where {id} is the parent's. `dialog` draws them
   * instead of a table. `owned`: they are deleted with the parent; otherwise they prevent its deletion. `opens`:
   * clicking the parent's row or its pencil opens them, and the parent's own form moves to the menu.
   */
  within?: { path: string; by: K; call: string; dialog?: DialogSlot; owned?: true; opens?: true }
  /** A form component that replaces the generated form. */
  formSlot?: FormSlot
  /** Width of the form's dialog in px, if spec 2 §9 or the design defines one. */
  formWidth?: number
  dialogs?: readonly DialogOffer[]
  commands?: readonly CommandOffer[]
  tools?: readonly ToolOffer[]
  /** Actions on selected rows; by default, callers who may delete a record can delete the selected ones. */
  bulk?: readonly BulkOffer[]
  /** Values that a clone starts with instead of the original's. */
  cloned?: Readonly<Record<string, string | number>>
  /** A further view of the rows besides the table. */
  view?: ViewSlot
  /** Question that the form asks before a change is saved. */
  question?: QuestionSlot
  /** A hook that the server runs before and after a record is saved or deleted. */
  hook?: HookSlot
}

/** Any resource, for code that does not depend on field names. */
export type Resource = ResourceOf<Record<string, Field>>

/** Type-checks the field names inside a definition, and keeps its literal types for RowOf. */
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

/** Constructors for the fields of a definition, one per type: f.text, f.int, … */
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
