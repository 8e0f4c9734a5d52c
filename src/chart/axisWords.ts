import { numberText } from '../live/nodeValue.ts'

/** The values of an axis: all with the decimals the finest of them needs; from 1000 on as numbers are written everywhere. */
export function axisWords(splits: readonly number[]): string[] {
  if (splits.some((value) => Math.abs(value) >= 1000))
    return splits.map((value) => numberText(value, 0).replace(/\.0+$/, ''))
  const decimals = Math.max(
    0,
    ...splits.map((value) => String(Number(value.toFixed(FINEST))).split('.')[1]?.length ?? 0),
  )
  return splits.map((value) => value.toFixed(decimals).replace('-', '−'))
}

const FINEST = 4
