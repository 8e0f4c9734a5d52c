import type { Caller } from '../../../resources/kit/access.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import type { Problem } from '../../../resources/kit/rules.ts'
import { byOrder, matchColumns, importFields } from './columns.ts'
import { judge, duplicatesIn, type Judged } from './judge.ts'
import { plainName } from '../../../resources/kit/types/words.ts'
import type { ImportLookups } from '../lookups.ts'

/** State of a row of a file: an `unclear` row was sent without an answer. */
export type RowState = 'waiting' | 'sending' | 'made' | 'failed' | 'unclear'

export interface SheetRow {
  /**
   * Number of the row in the file, as a spreadsheet counts: the header, empty rows and the template's lines are
   * included.
   */
  line: number
  record: readonly string[]
  /** Text typed in place of its cells, by field. */
  edits: Record<string, string>
  state: RowState
  /** Id of the created record; null before that. */
  id: number | null
  /** Telemetry credential, shown only this once; '' where there is none. */
  credential: string
  /** The platform's sentence about the row, and those about its cells. */
  message: string
  refused: Record<string, string>
}

/** Problem of a cell: one to be worded in the current language, or the platform's own sentence. */
export type CellProblem = Problem | string

/**
 * A file on its way to the platform: its rows, the meaning of its columns, and its problems. Subscribers are notified
 * of changes.
 */
export class Sheet {
  readonly resource: Resource
  readonly caller: Caller
  readonly records: readonly string[][]
  readonly lines: readonly number[]
  readonly lookups: ImportLookups
  rows: SheetRow[] = []
  header: boolean
  columns: readonly (string | null)[]
  project: number | null
  version = 0
  #listeners = new Set<() => void>()
  #judged = new WeakMap<SheetRow, Judged>()
  #bad: readonly SheetRow[] | null = null
  #twice: ReadonlyMap<SheetRow, Record<string, Problem>> | null = null
  #named: ReadonlyMap<string, readonly SheetRow[]> | null = null

  /** @param lines number of each record in the file; left out: consecutive numbers */
  constructor(
    resource: Resource,
    caller: Caller,
    records: readonly string[][],
    lookups: ImportLookups,
    project: number | null,
    lines: readonly number[] = records.map((_, at) => at + 1),
  ) {
    this.resource = resource
    this.caller = caller
    this.records = records
    this.lines = lines
    this.lookups = lookups
    this.project = project
    const match = matchColumns(resource, caller, records[0] ?? [])
    this.header = match.header
    this.columns = match.columns
    this.#fill()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get fields(): string[] {
    return importFields(this.resource, this.caller, this.columns)
  }

  text(row: SheetRow, field: string): string {
    return row.edits[field] ?? row.record[this.columns.indexOf(field)] ?? ''
  }

  judged(row: SheetRow): Judged {
    const known = this.#judged.get(row)
    if (known) return known
    const judged = judge(this, row)
    this.#judged.set(row, judged)
    return judged
  }

  /** Returns the problems of a row, by field; the platform's refusals stay until the cell is edited. */
  problems(row: SheetRow): Record<string, CellProblem> {
    this.#twice ??= duplicatesIn(this)
    return { ...row.refused, ...this.#twice.get(row), ...this.judged(row).problems }
  }

  isGood(row: SheetRow): boolean {
    return Object.keys(this.problems(row)).length === 0
  }

  /** The rows with problems. */
  get bad(): readonly SheetRow[] {
    this.#bad ??= this.rows.filter((row) => !this.isGood(row))
    return this.#bad
  }

  /** Returns the rows of this file with a name: in a tree, possible parents of other rows. */
  named(text: string): readonly SheetRow[] {
    this.#named ??= this.#byName()
    return this.#named.get(plainName(text)) ?? []
  }

  /** Replaces the text of a cell. A row that the platform refused can then be sent again. */
  edit(row: SheetRow, field: string, text: string): void {
    if (row.state === 'sending' || row.state === 'made' || this.text(row, field) === text) return
    row.edits = { ...row.edits, [field]: text }
    const { [field]: _gone, ...refused } = row.refused
    Object.assign(row, { refused, state: 'waiting', message: '' })
    // In a tree, and among unique values, one cell affects other rows.
    if (this.resource.tree) this.#forget()
    else this.#judged.delete(row)
    this.#twice = null
    this.changed()
  }

  /** Sets the field that a column of the file fills; a field is filled by one column only. */
  map(column: number, field: string | null): void {
    this.columns = this.columns.map((name, at) => (at === column ? field : name === field ? null : name))
    this.#forget()
    this.changed()
  }

  /** Sets whether the first record is a header; without a header, columns are taken by their order. */
  setHeader(header: boolean): void {
    const match = matchColumns(this.resource, this.caller, this.records[0] ?? [])
    this.header = header
    this.columns =
      header && match.header ? match.columns : byOrder(this.resource, this.caller, this.records[0]?.length ?? 0)
    this.#fill()
    this.changed()
  }

  setProject(project: number | null): void {
    this.project = project
    this.#forget()
    this.changed()
  }

  changed(): void {
    this.version++
    this.#bad = null
    for (const listener of this.#listeners) listener()
  }

  #fill(): void {
    const start = this.header ? 1 : 0
    this.rows = this.records.slice(start).map((record, at) => ({
      line: this.lines[start + at] ?? 0,
      record,
      edits: {},
      state: 'waiting',
      id: null,
      credential: '',
      message: '',
      refused: {},
    }))
    this.#forget()
  }

  #byName(): Map<string, SheetRow[]> {
    const named = new Map<string, SheetRow[]>()
    for (const row of this.rows) {
      const name = plainName(this.text(row, this.resource.title))
      const rows = named.get(name)
      if (rows) rows.push(row)
      else named.set(name, [row])
    }
    return named
  }

  #forget(): void {
    this.#judged = new WeakMap()
    this.#twice = null
    this.#named = null
  }
}
