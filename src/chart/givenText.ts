import { numberText } from '../live/nodeValue.ts'

/** A number as it was given, to two decimals, four below 1: between a limit and what went beyond it just these may make the difference. A real minus sign. */
export function givenText(value: number): string {
  const size = Math.abs(value)
  return size >= 1e9 ? numberText(value) : formats[size < 1 ? 'small' : 'usual'].format(value).replace('-', '−')
}

const formats = { small: new Intl.NumberFormat('en', { maximumFractionDigits: 4 }), usual: new Intl.NumberFormat('en', { maximumFractionDigits: 2 }) }
