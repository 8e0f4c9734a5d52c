import type { Like } from '../types.ts'
import type { chart as base } from '../zhCN/chart.ts'

export const chart: Like<typeof base> = {
  noData: 'No data',
  summary: '%{name}: min %{min}, max %{max}, latest %{last}',
  summarySwitch: '%{name}: latest %{last}',
  keys: 'Arrows read sample by sample, plus and minus zoom, Shift and arrows move, 0 shows all; drag to zoom in, double click for all, drag with Shift or along the time axis to move, Ctrl and the wheel zoom.',
  tools: 'Zoom and move',
  whole: 'Show all',
  back: 'Earlier',
  forth: 'Later',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
}
