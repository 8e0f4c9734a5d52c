/**
 * Formats a number with the decimals it was measured or entered with: at least one, two below 1, none from 1000 on
 * (design §4); at most two, four below 1. These decimals may be all that tells a limit from a value that exceeded it.
 * Uses commas for thousands and a real minus sign; a number too long for a table cell is written with a power of ten.
 *
 * @param decimals number of decimals, within the limits for its size: the resolution of its node (decimalsOf), if more
 * of its values are known
 */
export function numberText(value: number, decimals?: number): string {
  const size = Math.abs(value)
  const digits = size >= 1e9 ? value.toExponential(2) : fixed(size, decimals)
  return (size >= 1e9 ? digits : value < 0 && /[1-9]/.test(digits) ? `-${digits}` : digits).replaceAll('-', '−')
}

/**
 * Returns the resolution of a node, from its values: the largest number of decimals that one of them is written with.
 */
export function decimalsOf(values: Iterable<number>): number {
  let most = 0
  for (const value of values) most = Math.max(most, numberText(value).split('.')[1]?.length ?? 0)
  return most
}

function fixed(size: number, decimals: number | undefined): string {
  const [fewest, most] = decimalLimits(size)
  const digits = decimals === undefined ? most : Math.min(most, Math.max(fewest, decimals))
  let text = size.toFixed(digits)
  // 0.99999 is rounded to 1.0 and then formatted as a number of that size.
  const least = decimals === undefined ? Math.min(fewest, decimalLimits(Number(text))[0]) : digits
  const point = text.indexOf('.')
  if (point >= 0) {
    let end = text.length
    while (end > point + 1 + least && text[end - 1] === '0') end--
    text = text.slice(0, end === point + 1 ? point : end)
  }
  return size < 999 ? text : text.replace(/^\d+/, (integerPart) => integerPart.replaceAll(/\B(?=(\d{3})+$)/g, ','))
}

/** Returns how many decimals a number of a given size has at least and at most. */
const decimalLimits = (size: number): readonly [number, number] => (size < 1 ? [2, 4] : size < 1000 ? [1, 2] : [0, 2])
