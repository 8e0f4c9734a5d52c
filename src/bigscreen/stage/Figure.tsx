import css from '../bigscreen.module.css'

/** From here on a number stands smaller, beside what else its line says. */
const LONG = 1_000_000

/** A number with its unit; before it is known a dash, which claims none. */
export const Figure = ({ count, unit }: { count: number | null; unit: string }) => (
  <dd data-long={(count !== null && count >= LONG) || undefined}>
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
