/** Spellings of wind speed units, with the factor to m/s. */
const UNITS: readonly (readonly [written: readonly string[], factor: number])[] = [
  [['', 'm/s', 'mps', '米/秒', '公尺/秒'], 1],
  [['km/h', 'kmh', 'kph', '公里/小时', '公里/小時', '千米/小时'], 1 / 3.6],
  [['kn', 'kt', 'kts', 'knot', 'knots', '节', '節'], 1852 / 3600],
  [['mph', 'mi/h'], 0.44704],
  [['ft/s'], 0.3048],
]

/** Returns the factor from a unit to m/s, 1 for no unit; null for an unknown unit, such as the Beaufort scale. */
export function metresPerSecondIn(unit: string): number | null {
  const written = unit.trim().toLowerCase()
  return UNITS.find(([names]) => names.includes(written))?.[1] ?? null
}
