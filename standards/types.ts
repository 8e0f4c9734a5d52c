/** Words in Simplified Chinese, Traditional Chinese (Taiwan) and English. */
export type Words = readonly [zhCN: string, zhTW: string, zhEN: string]

export type Medium = 'air' | 'noise' | 'water'

/** The period that a value is the mean of; `sample` is a single sample. */
export const PERIODS = ['1h', '8h', '24h', 'day', 'night', 'sample'] as const
export type Period = (typeof PERIODS)[number]

/** A calendar day, YYYY-MM-DD: laws come into force and end by days, and such texts sort chronologically. */
export type Day = string

/** Validity of a row, both days included; `until` null: until further notice. `source` names the document. */
export interface Dated {
  since: Day
  until: Day | null
  source: string
}

export const isInForce = ({ since, until }: Pick<Dated, 'since' | 'until'>, day: Day): boolean =>
  since <= day && (until === null || day <= until)

/** Concentrations by key, in the units of the standard; null or absent: not measured. */
export type MeasuredValues = Readonly<Record<string, number | null | undefined>>

/** One pollutant of a verdict. */
export interface Part {
  /** Null if the standard defines no index for this value. */
  index: number | null
  level: number | null
  /** Limit that the value is compared with; null if the law has no limit for this period. */
  limit: number | null
  /** Whether the value is above (dissolved oxygen: below) the limit; for noise by how many dB. Null without a limit. */
  exceeded: boolean | number | null
}

/** Result of judging values by a standard. */
export interface Verdict {
  standard: string
  /**
   * Null if the standard has no index, allows none with so few pollutants, or defines none for a pollutant that is
   * worse than all others.
   */
  index: number | null
  /** Level from 1, the best. */
  level: number | null
  category: Words | null
  /** The pollutants that decide; several on a tie, none in the good classes. */
  primary: string[]
  /**
   * Water: the parameters with the class of the whole. They are also in `primary` if they are worse than the target
   * class. Empty in the best class.
   */
  deciding?: string[]
  /**
   * Pollutants that the standard requires and that were not measured, or whose value lies beyond the last column of
   * this mean, where it defines no index.
   */
  missing: string[]
  parts: Record<string, Part>
  /** Noise: the limit in dB(A), and by how many dB it is exceeded. */
  limit?: number
  exceeded?: number
}

/** Values to be judged, with the circumstances that decide how. */
export interface Question {
  period: Period
  values: MeasuredValues
  /** The day the values belong to: it decides which limits are in force. */
  day: Day
  /** Noise: the functional zone. */
  zone?: NoiseZone
  /** Water: the kind of water body the sample was taken from; a river by default. */
  body?: Body
  /** European index: a traffic station needs fewer pollutants. */
  traffic?: boolean
}

export const NOISE_ZONES = ['0', '1', '2', '3', '4a', '4b'] as const
export type NoiseZone = (typeof NOISE_ZONES)[number]
export const BODIES = ['river', 'lake'] as const
export type Body = (typeof BODIES)[number]

/** A standard that judges values. */
export interface Standard extends Dated {
  code: string
  medium: Medium
  title: Words
  periods: readonly Period[]
  /** Words of the classes, from level 1 on. */
  classes: readonly Words[]
  /** Colours of the classes, from level 1 on, as the standard gives them. */
  colours: readonly string[]
  /** The keys that the standard judges, with the unit it expects for each. */
  units: Readonly<Record<string, string>>
  /** The keys whose limits are lower bounds: a lower value is worse. None by default. */
  worseLow?: readonly string[]
  evaluate(question: Question): Verdict
}
