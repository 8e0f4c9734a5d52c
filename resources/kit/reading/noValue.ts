/**
 * Whether a number is one that instruments and loggers send for "no value": rows of nines (-999, 9999, -99.9), the
 * limits of 16 and 32 bits with up to three decimals (65535, 6553.5, 327.67, -32768), and codes of well-known loggers.
 * A number of this list is still a value if it lies within its node's range.
 */
export const isNoValueNumber = (value: number): boolean =>
  Math.abs(value) >= MIN_FILL_VALUE || CODES.some((code) => Math.abs(value - code) <= PRECISION * Math.abs(code))

/** Relative tolerance: instruments send single-precision floats, -1000.99 arrives as -1000.989990234375. */
const PRECISION = 1e-6
/** Fill values of scientific formats are 1e20 and greater. */
const MIN_FILL_VALUE = 1e20

const decimals = (digits: number, most: number): number[] =>
  Array.from({ length: most + 1 }, (_, places) => digits / 10 ** places)

/** Rows of 2 to 8 nines with decimals; a positive 99 is excluded, because it is a plausible value. */
const NINES = [2, 3, 4, 5, 6, 7, 8].flatMap((length) => decimals(10 ** length - 1, Math.min(2, length - 1)))

const ENDS_OF_BITS = [32_767, 32_768, 65_534, 65_535, 2_147_483_647, 2_147_483_648, 4_294_967_295].flatMap((end) =>
  decimals(end, 3),
)

const CODES: readonly number[] = [
  ...NINES.map((code) => -code),
  ...NINES.filter((code) => code > 99),
  ...ENDS_OF_BITS,
  ...ENDS_OF_BITS.map((code) => -code),
  -1000.99,
  -888,
  -8888,
  -88_888,
  8888,
  -6999,
  -7999,
  6999,
  7999,
]

/** Reads the numbers from a node's validated field "no-value codes": separated by commas. */
export const noValueCodesOf = (text: string | null): number[] =>
  (text ?? '')
    .split(/[,，;；\s]+/)
    .filter((part) => part !== '')
    .map(Number)
    .filter(Number.isFinite)
