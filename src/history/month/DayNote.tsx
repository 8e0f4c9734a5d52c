import { Suspense } from 'react'
import { useTranslate } from 'react-admin'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import type { DayKind } from './days.ts'
import { DAY_NOTES } from './judged.ts'
import css from './month.module.css'

/** By what the days of a curve are told, and judged where that is not the same. */
export function DayNote({ kind }: { kind: DayKind }) {
  const translate = useTranslate()
  const note = DAY_NOTES[kind]
  return (
    <p className={css.note}>
      {note.startsWith('lawMeans.') ? (
        <Suspense fallback={translate('history.byDay.most')}>
          <LateNote note={note} />
        </Suspense>
      ) : (
        translate(note)
      )}
    </p>
  )
}

function LateNote({ note }: { note: string }) {
  const say = useLateWords('lawMeans')
  return say(note)
}
