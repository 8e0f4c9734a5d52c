import type { PastSample } from '../../../dataProvider/calls/historyImport.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { plainCell } from '../../../resources/kit/csv.ts'
import type { Parsed } from '../parse.ts'
import { matchPast, PAST_FIELDS, type PastField } from './pastColumns.ts'

export interface PastRow {
  /** Number of the row in the file, as a spreadsheet counts. */
  line: number
  record: readonly string[]
  state: 'waiting' | 'sending' | 'stored' | 'same' | 'refused'
  /** Why the row was refused: the platform's sentence, or a message key. */
  reason: string
}

/** Number of rows in each state. */
export type PastCounts = Record<'stored' | 'same' | 'refused' | 'waiting', number>

/** A file of history on its way to the platform. Subscribers are notified of changes. */
export class PastFile {
  readonly file: File
  readonly parsed: Parsed
  readonly rows: readonly PastRow[]
  readonly header: boolean
  columns: readonly (PastField | null)[]
  version = 0
  readonly #zone: Zone
  readonly #listeners = new Set<() => void>()

  /** @param zone time zone of times in the file that name none: the platform's */
  constructor(file: File, parsed: Parsed, zone: Zone) {
    this.file = file
    this.parsed = parsed
    this.#zone = zone
    const { header, columns } = matchPast(parsed.records[0] ?? [])
    this.header = header
    this.columns = columns
    const start = header ? 1 : 0
    this.rows = parsed.records.slice(start).map((record, at) => ({
      line: parsed.lines[start + at] ?? 0,
      record,
      state: 'waiting',
      reason: '',
    }))
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  changed(): void {
    this.version++
    for (const listener of this.#listeners) listener()
  }

  /** Sets the field that a column of the file fills; a field is filled by one column only. */
  map(column: number, field: PastField | null): void {
    this.columns = this.columns.map((name, at) => (at === column ? field : name === field ? null : name))
    this.changed()
  }

  /** Fields that no column fills yet. */
  get lacking(): readonly PastField[] {
    return PAST_FIELDS.filter((field) => !this.columns.includes(field))
  }

  /** Returns a row as it is sent, or a message key where it cannot be sent. All other checks are the platform's. */
  read({ record }: PastRow): PastSample | string {
    const text = (field: PastField): string => plainCell(record[this.columns.indexOf(field)] ?? '').trim()
    const [sn, node, time, value] = [text('sn'), text('node'), text('t'), text('value')]
    if (sn === '' || node === '') return 'importing.past.problem.empty'
    // One excessively long cell would get the whole batch refused for its size.
    if ([sn, node, time, value].some(({ length }) => length > CELL_MAX)) return 'importing.past.problem.long'
    const t = this.#timeOf(time)
    if (t === null) return 'importing.past.problem.time'
    return NUMBER.test(value) ? { sn, node, t, value } : 'importing.past.problem.value'
  }

  counts(): PastCounts {
    const counts: PastCounts = { stored: 0, same: 0, refused: 0, waiting: 0 }
    for (const { state } of this.rows) counts[state === 'sending' ? 'waiting' : state]++
    return counts
  }

  #timeOf(text: string): number | null {
    if (/^\d{13}$/.test(text)) return Number(text)
    return /^\d{10}$/.test(text) ? Number(text) * 1000 : this.#zone.read(text)
  }
}

/**
 * Maximum number of characters in a cell: no code, name, time or value is longer, and a batch of such rows still is
 * accepted.
 */
const CELL_MAX = 100
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
