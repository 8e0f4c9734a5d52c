/** The result of tests that a value failed. */
export interface Fault {
  /** QARTOD's flag suspect or fail (quality/qartod.ts). */
  flag: 3 | 4
  tests: number
}

/** The tests of a node. Times are epoch ms, series oldest first. */
export interface Checks {
  /** Tests of a value alone and against its neighbours in time; null where none is configured. */
  direct: DirectCheck | null
  flat: FlatCheck | null
  /** Longest time between two values that is no gap, ms; null: any. */
  gap: number | null
  /** Largest difference between a value's own time and its arrival, ms; null: any. */
  skew: number | null
  /**
   * Whether hours are compared with those of neighbouring devices (quality/judging/near.ts). False for a second node of
   * one pollutant and for a device without a place.
   */
  near: boolean
}

export interface DirectCheck {
  /** Returns the fault of a value, `seconds` after the one before; null where it has none. */
  fault(value: number, before: number | undefined, after: number | undefined, seconds: number): Fault | null
  /**
   * Returns the fault of a value that sticks out from its neighbours; it can be judged once the next value has arrived.
   */
  spike(before: number, value: number, after: number): Fault | null
  /** Whether the spike test is configured. */
  looksAhead: boolean
}

export interface FlatCheck {
  /** Longest time that has to be looked back for a flat line, ms. */
  reach: number
  /** Values that differ by less count as equal. */
  tolerance: number
  /** Returns a value relative to another: for directions, the shorter way round. */
  beside(value: number, from: number): number
  /**
   * Whether one of the values from index `from` on may end a flat line, judged by these values and the one before: such
   * a line spans at least a quarter of its threshold.
   */
  mayEnd(from: number, values: readonly number[], times: readonly number[]): boolean
  /** Returns the fault of a value that ends a line without change over this many steps of `step` ms. */
  fault(steps: number, step: number): Fault | null
  /** Returns the fault of each value of a series. */
  judge(values: readonly number[], times: readonly number[]): (Fault | null)[]
}
