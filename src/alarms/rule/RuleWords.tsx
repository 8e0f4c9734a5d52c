import { Fragment, Suspense } from 'react'
import { Skeleton, useLanguage } from '../../kit/index.ts'
import { useCourseWords } from './words/useCourseWords.tsx'
import { useLinkWords } from './words/useLinkWords.tsx'
import { useScopeWords } from './words/useScopeWords.tsx'
import { useSpeech } from './words/useSpeech.tsx'
import { useTellWords } from './words/useTellWords.tsx'
import { useWhenWords } from './words/useWhenWords.tsx'
import css from './alarm.module.css'

/** The rule in words, updated while it is being edited: what it watches, when it fires, whom it tells. */
export const RuleWords = () => (
  <Suspense
    fallback={
      <>
        {/* Together with the gap of the rail as high as the two lines of a new rule, so that nothing below moves. */}
        <Skeleton width="92%" height={17} />
        <Skeleton width="64%" height={17} />
      </>
    }
  >
    <Words />
  </Suspense>
)

function Words() {
  const speech = useSpeech()
  const scope = useScopeWords(speech)
  const when = useWhenWords(speech)
  const course = useCourseWords(speech)
  const tell = useTellWords(speech)
  const link = useLinkWords(speech)
  const space = useLanguage() === 'zhEN' ? ' ' : ''
  const parts = [scope, [...when, ...course], [...tell, ...link]]
  return (
    <div className={css.words}>
      {parts
        .filter(({ length }) => length > 0)
        .map((sentences, part) => (
          <p key={part}>
            {sentences.map((sentence, at) => (
              <Fragment key={at}>
                {at > 0 && space}
                {sentence}
              </Fragment>
            ))}
          </p>
        ))}
    </div>
  )
}
