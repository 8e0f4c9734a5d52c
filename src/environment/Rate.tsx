import { TriangleAlert } from 'lucide-react'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import css from './environment.module.css'

/** What contracts ask of each rate: nine parts in ten. */
export const AIM = 0.9

interface RateProps {
  /** A part of 1; null where nobody can say. */
  rate: number | null
  /** Nobody can say since no test of the values is on. */
  untested?: boolean
  large?: boolean
}

/** A rate in percent, cut so that what is below the aim is never shown as the aim; what is below it has a mark and words. Suspends until its words are there. */
export function Rate({ rate, untested = false, large = false }: RateProps) {
  const translate = useLateWords('qualityPage')
  if (rate === null) return <span title={translate(untested ? 'qualityPage.flags.2' : 'qualityPage.unknown')}>—</span>
  const low = rate < AIM
  return (
    <span className={css.rate} data-low={low || undefined} data-large={large || undefined}>
      {low && (
        <TriangleAlert
          size={large ? 18 : 14}
          role="img"
          aria-label={translate('qualityPage.below', { percent: AIM * 100 })}
        />
      )}
      {`${(Math.floor(rate * 1000) / 10).toFixed(1)} %`}
    </span>
  )
}
