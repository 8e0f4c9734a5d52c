/** What the panels list, with all that draws a row: loaded together, when the overview has something to list. */
export { AlarmRows } from './AlarmRows.tsx'
export { AreaRows } from './AreaRows.tsx'
export { WorstRows } from './WorstRows.tsx'
