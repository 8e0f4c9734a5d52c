import { sql, type RawBuilder } from 'kysely'
import { SHORTEST_RESULTANT } from '../../resources/kit/reading.ts'
import type { OwnSums } from './ownSums.ts'

/** How long a measured speed weights the directions that follow it, ms. */
export const SPEED_TTL_MS = 600_000

/**
 * Means of directions: the direction of their summed vectors, weighted by the speed in force where any of them has one;
 * null where the resultant vanishes.
 */
export const DIRECTION_SUMS: OwnSums = {
  terms: (history) => ({
    angle: sql`radians(shown)`,
    speed: sql`(
      select case when history.value > 0 then history.value else 0 end from ${history}
      where history.device_id = sample.device_id and history.nodemap_id = sample.speed_id and history.ts <= sample.ts
        and history.ts > sample.ts - ${sql.lit(SPEED_TTL_MS)}
      order by history.ts desc limit 1)`,
  }),
  sums: {
    sine: sql`sum(sin(angle))`,
    cosine: sql`sum(cos(angle))`,
    speed_sine: sql`sum(speed * sin(angle))`,
    speed_cosine: sql`sum(speed * cos(angle))`,
    speeds: sql`count(speed)`,
  },
  known: 'sine',
  mean: sql`case when speeds > 0
    then ${directionOf(sql`speed_sine`, sql`speed_cosine`, sql`speeds`)} else ${directionOf(sql`sine`, sql`cosine`, sql`count`)} end`,
  // All hours of a node are treated alike: weighted by speed if any of them is.
  vector: sql`case when sum(speeds) over (partition by nodemap_id) > 0 then coalesce(speed_sine, 0) else sine end as sine,
    case when sum(speeds) over (partition by nodemap_id) > 0 then coalesce(speed_cosine, 0) else cosine end as cosine`,
}

/** The direction of a sum of `count` vectors; null where the sum vanishes. */
function directionOf(
  sine: RawBuilder<unknown>,
  cosine: RawBuilder<unknown>,
  count: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const degrees = sql`round(degrees(atan2(${sine}, ${cosine})) * 1e9) / 1e9`
  return sql`case when ${sine} * ${sine} + ${cosine} * ${cosine} > ${sql.lit(SHORTEST_RESULTANT ** 2)} * ${count} * ${count}
    then case when ${degrees} < 0 then ${degrees} + 360 else ${degrees} end end`
}
