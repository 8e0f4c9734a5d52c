import { numberText } from '../live/nodeValue.ts'

/**
 * A number as it was given: with the decimals that all numbers have (design §4), and up to two of its own more (four below 1): between a limit and what went
 * beyond it just these may make the difference. A real minus sign.
 */
export function givenText(value: number): string {
  const size = Math.abs(value)
  return size >= 1e9 ? numberText(value) : formats[size < 1 ? 'small' : size < 1000 ? 'usual' : 'large'].format(value).replace('-', '−')
}

const formats = {
  small: new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 }),
  usual: new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 2 }),
  large: new Intl.NumberFormat('en', { maximumFractionDigits: 2 }),
}
