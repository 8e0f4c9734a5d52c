import css from '../bigscreen.module.css'

/** From here on a number stands smaller, beside what else its line says: in English that is the most. */
const LONG = 100_000
/** From here on smaller still. */
const LONGER = 10_000_000

/** How long a figure is, as its sheet asks; undefined of one that has room in its full size. */
export const lengthOf = (count: number, long: number, longer: number): 'long' | 'longer' | undefined =>
  count >= longer ? 'longer' : count >= long ? 'long' : undefined

/** A number with its unit; before it is known a dash, which claims none. */
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
