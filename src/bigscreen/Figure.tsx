/** A number with its unit; before it is known a dash, which claims none. */
export const Figure = ({ count, unit }: { count: number | null; unit: string }) => (
  <dd>
    {count === null ? (
      <span className="big-unknown">—</span>
    ) : (
      <>
        {count}
        <small>{unit}</small>
      </>
    )}
  </dd>
)
