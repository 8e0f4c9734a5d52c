import { Suspense } from 'react'
import { useTranslate } from 'react-admin'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import type { DayKind } from './days.ts'
import { DAY_NOTES } from './judged.ts'
import css from './month.module.css'

/** Explains what a day's value is, and what its class is based on where that differs. */
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
