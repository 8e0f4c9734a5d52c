import css from '../bigscreen.module.css'
/** A number with its unit; before it is known a dash, which claims none. */
export const Figure = ({ count, unit }: { count: number | null; unit: string }) => (
  <dd>
    {count === null ? (
      <span className={css.unknown}>—</span>
    ) : (
      <>
        {count}
        <small>{unit}</small>
      </>
    )}
  </dd>
)
