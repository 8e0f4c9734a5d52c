/**
 * Returns value × 10^places for the decimal as it is written: 2.15 is 21.5 tenths, although its binary form lies below.
 * Parsing the shifted text gives the number nearest to the exact product, so ties are exact.
 */
export function shiftDecimal(value: number, places: number): number {
  if (Number.isInteger(value) && places >= 0) return value * 10 ** places
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** Rounds to a number of decimals by GB/T 8170-2008: half to even. */
export const roundHalfEven = (value: number, decimals = 0): number =>
  shiftDecimal(scaledHalfEven(value, decimals), -decimals)

/** Closer than this to a tie or an edge, the binary product is not trusted, and the decimal as written decides. */
const CLOSE = 1e-6
/** Products beyond this have no reliable decimals left. */
const TRUSTED = 1e9

/** Rounds in the same way and returns an integer in units of the last decimal place: exact edges stay exact. */
export function scaledHalfEven(value: number, decimals: number): number {
  const near = value * 10 ** decimals
  const below = Math.floor(near)
  if (Math.abs(near - below - 0.5) > CLOSE && Math.abs(near) < TRUSTED) return near - below > 0.5 ? below + 1 : below
  return exactHalfEven(shiftDecimal(value, decimals))
}

function exactHalfEven(scaled: number): number {
  const below = Math.floor(scaled)
  const rest = scaled - below
  if (rest !== 0.5) return rest > 0.5 ? below + 1 : below
  return below % 2 === 0 ? below : below + 1
}

/** Truncates a value to a number of decimals and returns an integer in units of the last decimal place. */
export function scaledTruncated(value: number, decimals: number): number {
  const near = value * 10 ** decimals
  if (Math.abs(near - Math.round(near)) > CLOSE && Math.abs(near) < TRUSTED) return Math.trunc(near)
  return Math.trunc(shiftDecimal(value, decimals))
}

/** Rounds to a number of decimals, half away from zero: for figures whose rounding no standard defines. */
export function roundHalfUp(value: number, decimals = 0): number {
  const near = Math.abs(value) * 10 ** decimals
  const isPlain = Math.abs(near - Math.floor(near) - 0.5) > CLOSE && near < TRUSTED
  const scaled = Math.floor((isPlain ? near : shiftDecimal(Math.abs(value), decimals)) + 0.5)
  return (Math.sign(value) * scaled) / 10 ** decimals
}
