import { Suspense } from 'react'
import { useTranslate } from 'react-admin'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import type { DayKind } from './days.ts'
import { DAY_NOTES } from './judged.ts'
import css from './month.module.css'

/** By what the days of a curve are told, and judged where that is not the same. */
export function DayNote({ kind }: { kind: DayKind }) {
  const translate = useTranslate()
  const plain = translate(`history.byDay.${DAY_NOTES[kind]}`)
  return (
    <p className={css.note}>
      {kind === 'hourOrMean' ? (
        <Suspense fallback={plain}>
          <HourOrMean />
        </Suspense>
      ) : (
        plain
      )}
    </p>
  )
}

function HourOrMean() {
  const say = useLateWords('lawMeans')
  return say('lawMeans.hourOrMean')
}
