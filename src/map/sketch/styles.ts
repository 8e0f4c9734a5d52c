import type { Ink } from './palette.ts'

/** How a kind is painted. Widths are px at zoom 13, and grow and shrink with the zoom. */
export type Style =
  | { as: 'area'; ink: Ink }
  | { as: 'line'; ink: Ink; width: number; casing?: Ink; dash?: readonly number[]; fixed?: true }
  | { as: 'label'; ink: Ink; size: number; weight: number; spacing?: number }

/** In the order they are painted; casings of all lines come before the lines, so that roads join where they cross. */
export const styles: Readonly<Record<string, Style>> = {
  land: { as: 'area', ink: 'ground' },
  province: { as: 'line', ink: 'province', width: 1, fixed: true },
  border: { as: 'line', ink: 'border', width: 1, fixed: true, dash: [4, 3] },
  coast: { as: 'line', ink: 'border', width: 0.75, fixed: true },
  town: { as: 'area', ink: 'town' },
  block: { as: 'area', ink: 'block' },
  park: { as: 'area', ink: 'park' },
  water: { as: 'area', ink: 'water' },
  stream: { as: 'line', ink: 'ground', width: 1.5 },
  canal: { as: 'line', ink: 'water', width: 6 },
  minor: { as: 'line', ink: 'minor', width: 2 },
  road: { as: 'line', ink: 'road', width: 3.5 },
  major: { as: 'line', ink: 'road', width: 6, casing: 'casing' },
  trunk: { as: 'line', ink: 'road', width: 9, casing: 'casing' },
  motorway: { as: 'line', ink: 'road', width: 9, casing: 'casing' },
  rail: { as: 'line', ink: 'rail', width: 3, casing: 'rail', dash: [8, 8] },
  metro: { as: 'line', ink: 'rail', width: 1, fixed: true, dash: [5, 4] },
  roadName: { as: 'label', ink: 'label', size: 12, weight: 400 },
  parkName: { as: 'label', ink: 'label-park', size: 12, weight: 400 },
  waterName: { as: 'label', ink: 'label-water', size: 12, weight: 400 },
  districtName: { as: 'label', ink: 'label-strong', size: 14, weight: 600, spacing: 1 },
  cityName: { as: 'label', ink: 'label-strong', size: 15, weight: 600, spacing: 1 },
}
