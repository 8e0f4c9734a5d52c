/** A value that is not to be trusted, and who says so. */
export interface Fault {
  /** QARTOD's suspect or fail (quality/qartod.ts). */
  flag: 3 | 4
  tests: number
}

/** The tests of a node. Times are epoch ms, series oldest first. */
export interface Checks {
  /** Tests of values by themselves and beside their neighbours; null where none is asked for. */
  direct: DirectCheck | null
  flat: FlatCheck | null
  /** How long between two values leaves a gap, ms; null: any. */
  gap: number | null
  /** How far a value's own time may be from when it came, ms; null: any. */
  skew: number | null
  /** Whether hours are compared with the neighbours' (quality/judging/near.ts). */
  near: boolean
}

export interface DirectCheck {
  /** What is wrong with a value, `seconds` after the one before; null where nothing is. */
  fault(value: number, before: number | undefined, after: number | undefined, seconds: number): Fault | null
  /** Whether it sticks out of its neighbours, which can be told once the next has come. */
  spike(before: number, value: number, after: number): Fault | null
  /** Whether that is asked for. */
  looksAhead: boolean
}

export interface FlatCheck {
  /** How far back a line reaches, ms. */
  reach: number
  /** Values that differ by less are the same. */
  tolerance: number
  /** A value as it lies from another: of directions the shorter way round. */
  beside(value: number, from: number): number
  /** Whether any of the values from a place on may end a flat line, by them and the one before: it spans a quarter of its threshold at least. */
  mayEnd(from: number, values: readonly number[], times: readonly number[]): boolean
  /** What is wrong with a value that ends a line which has not moved for so many steps of so many ms. */
  fault(steps: number, step: number): Fault | null
  /** What is wrong with each value of a series. */
  judge(values: readonly number[], times: readonly number[]): (Fault | null)[]
}
