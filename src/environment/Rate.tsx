import { TriangleAlert } from 'lucide-react'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import css from './environment.module.css'

/** The share that contracts require of each rate: nine tenths. */
export const REQUIRED_RATE = 0.9

interface RateProps {
  /** A share of 1; null if it is unknown. */
  rate: number | null
  /** The rate is unknown because no test of the values is enabled. */
  untested?: boolean
  large?: boolean
}

/**
 * A rate in percent, rounded down so that a rate below the aim is never shown as the aim; below it, it has a mark and
 * words. Suspends until its texts are loaded.
 */
export function Rate({ rate, untested = false, large = false }: RateProps) {
  const translate = useLateWords('qualityPage')
  if (rate === null) return <span title={translate(untested ? 'qualityPage.flags.2' : 'qualityPage.unknown')}>—</span>
  const low = rate < REQUIRED_RATE
  return (
    <span className={css.rate} data-low={low || undefined} data-large={large || undefined}>
      {low && (
        <TriangleAlert
          size={large ? 18 : 14}
          role="img"
          aria-label={translate('qualityPage.below', { percent: REQUIRED_RATE * 100 })}
        />
      )}
      {`${(Math.floor(rate * 1000) / 10).toFixed(1)} %`}
    </span>
  )
}
