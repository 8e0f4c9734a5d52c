import { sql } from 'kysely'
import type { OwnSums } from './ownSums.ts'

/**
 * Levels are limited to this distance from 0 dB: no real level is further away, and PostgreSQL refuses the powers
 * beyond it.
 */
const MAX_LEVEL = sql.lit(1000)

/** Means of sound levels: the level of their mean energy. */
export const SOUND_SUMS: OwnSums = {
  terms: () => ({
    bels: sql`case when shown > ${MAX_LEVEL} then ${MAX_LEVEL} when shown < -${MAX_LEVEL} then -${MAX_LEVEL} else shown end / 10`,
  }),
  sums: { energy: sql`sum(power(10.0, bels))` },
  known: 'energy',
  mean: sql`10 * log10(energy / count)`,
  vector: sql`cast(null as double precision) as sine, cast(null as double precision) as cosine`,
}
