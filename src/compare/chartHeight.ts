/** Returns the height of each of `charts` charts, px: together they fill the window. */
export const chartHeight = (charts: number): number =>
  Math.min(760, Math.max(220, Math.floor((window.innerHeight - 300) / charts) - 24))
