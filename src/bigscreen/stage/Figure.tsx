import css from '../bigscreen.module.css'

/** From here on a number is drawn smaller, so that it fits beside the rest of its line, which is longest in English. */
const LONG = 100_000
/** From here on smaller still. */
const LONGER = 10_000_000

/** Returns the length class of a number for the style sheet; undefined if it fits in its full size. */
export const lengthOf = (count: number, long: number, longer: number): 'long' | 'longer' | undefined =>
  count >= longer ? 'longer' : count >= long ? 'long' : undefined

/** A number with its unit; a dash while it is not known. */
export const Figure = ({ count, unit }: { count: number | null; unit: string }) => (
  <dd data-length={count === null ? undefined : lengthOf(count, LONG, LONGER)}>
    {count === null ? (
      <span className={css.unknown}>—</span>
    ) : (
      <>
        {count.toLocaleString('en-US')}
        <small>{unit}</small>
      </>
    )}
  </dd>
)
