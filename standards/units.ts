/** Molar masses, g/mol. */
const MOLAR_MASS: Readonly<Record<string, number>> = {
  o3: 48,
  o3_8h: 48,
  no2: 46.01,
  no: 30.01,
  nox: 46.01,
  so2: 64.06,
  so2_24h: 64.06,
  co: 28.01,
}

/**
 * Molar volume of a gas in litres at 1013.25 hPa, by temperature in °C; air/states.ts says which temperature a law
 * prescribes.
 */
const MOLAR_VOLUME = { 0: 22.41, 20: 24.055, 25: 24.45 } as const

export type Celsius = keyof typeof MOLAR_VOLUME

const MASS: Readonly<Record<string, number>> = { 'ng/m³': 1e-3, 'µg/m³': 1, 'mg/m³': 1e3, 'g/m³': 1e6 }
const SHARE: Readonly<Record<string, number>> = { ppb: 1, ppm: 1e3 }
/** Concentrations in water, per litre. */
const DISSOLVED: Readonly<Record<string, number>> = { 'µg/L': 1, 'mg/L': 1e3, 'g/L': 1e6 }

/**
 * Normalises the spelling of a unit. For an ideal gas, mole fractions equal volume fractions: the ppb and ppm of
 * instruments that do not say which they mean.
 */
function plainUnit(written: string): string {
  const unit = written
    .trim()
    .replaceAll(/[μu](?=g|mol)/g, 'µ')
    .replace(/m\^?3$/, 'm³')
    .replace(/\/l$/, '/L')
  if (unit === 'nmol/mol') return 'ppb'
  if (unit === 'µmol/mol') return 'ppm'
  return /^pp[mb]$/i.test(unit) ? unit.toLowerCase() : unit
}

/**
 * Converts a concentration to another unit; null if it cannot be converted: a volume fraction of particles, or an
 * unknown unit.
 * Gas volumes at 1013.25 hPa and `celsius` degrees: µg/m³ = ppb × M / 24.45 at 25 °C, / 24.055 at 20 °C, / 22.41 at 0
 * °C.
 */
export function convert(
  value: number,
  { from, to, pollutant, celsius }: { from: string; to: string; pollutant: string; celsius: Celsius },
): number | null {
  const factor = factorOf({ from, to, pollutant, celsius })
  return factor === null ? null : value * factor
}

/** Returns the factor that converts a value to another unit; null if it cannot be converted. */
export function factorOf({
  from,
  to,
  pollutant,
  celsius,
}: {
  from: string
  to: string
  pollutant: string
  celsius: Celsius
}): number | null {
  const [source, target] = [plainUnit(from), plainUnit(to)]
  if (source === target) return 1
  for (const family of [MASS, SHARE, DISSOLVED]) {
    const [a, b] = [family[source], family[target]]
    if (a !== undefined && b !== undefined) return a / b
  }
  const mass = MOLAR_MASS[pollutant]
  if (mass === undefined) return null
  const perPpb = mass / MOLAR_VOLUME[celsius]
  const [share, weight] = [SHARE[source], MASS[target]]
  if (share !== undefined && weight !== undefined) return (share * perPpb) / weight
  const [massOf, shareOf] = [MASS[source], SHARE[target]]
  return massOf !== undefined && shareOf !== undefined ? massOf / perPpb / shareOf : null
}
