/**
 * The row lists of the panels, with everything that renders a row: loaded together, when the overview has something to
 * list.
 */
export { AlarmRows } from './AlarmRows.tsx'
export { AreaRows } from './AreaRows.tsx'
export { WorstRows } from './WorstRows.tsx'
