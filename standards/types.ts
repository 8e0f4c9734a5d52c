/** Words in Simplified Chinese, Traditional Chinese (Taiwan) and English. */
export type Words = readonly [zhCN: string, zhTW: string, zhEN: string]

export type Medium = 'air' | 'noise' | 'water'

/** What a value is the mean of; `sample` is one sample. */
export const PERIODS = ['1h', '8h', '24h', 'day', 'night', 'sample'] as const
export type Period = (typeof PERIODS)[number]

/** A calendar day, YYYY-MM-DD: laws begin and end with days, and such texts sort as days do. */
export type Day = string

/** From when to when a row holds, both days included; `until` null: until further notice. `source` is where it is written. */
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
  /** Null where the standard makes no index of this value. */
  index: number | null
  level: number | null
  /** What the value is compared with; null where the law has no limit for this period. */
  limit: number | null
  /** Above (dissolved oxygen: below) the limit; of noise by how many dB. Null without a limit. */
  exceeded: boolean | number | null
}

/** What a standard says of some values. */
export interface Verdict {
  standard: string
  /** Null where the standard knows none, allows none of so few pollutants, or makes none of a pollutant that is worse than all others. */
  index: number | null
  /** From 1, the best. */
  level: number | null
  category: Words | null
  /** The pollutants that decide; several on a tie, none where all is well. */
  primary: string[]
  /** Water: the parameters that have the class of the whole, of which those are primary that are beyond what is aimed at; none in the best class. */
  deciding?: string[]
  /** The pollutants the standard asks for and that were not measured, or of which it makes no index beyond the last column of this mean. */
  missing: string[]
  parts: Record<string, Part>
  /** Noise: the limit in dB(A), and by how many dB it is exceeded. */
  limit?: number
  exceeded?: number
}

/** What a judgement needs to know besides the values. */
export interface Question {
  period: Period
  values: MeasuredValues
  /** The day the values belong to: it decides which limits hold. */
  day: Day
  /** Noise: the functional zone. */
  zone?: NoiseZone
  /** Water: what the sample was taken of; a river where nothing is said. */
  body?: Body
  /** European index: a station beside traffic needs fewer pollutants. */
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
  /** The keys it judges, with the unit it takes them in. */
  units: Readonly<Record<string, string>>
  /** The keys whose limits are lower bounds: the less, the worse. Left out: none. */
  worseLow?: readonly string[]
  evaluate(question: Question): Verdict
}
