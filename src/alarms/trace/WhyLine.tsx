import { labelIndex } from '../../../i18n/types.ts'
import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { threshold } from '../../../resources/threshold.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import { useLanguage } from '../../kit/index.ts'
import { icons } from './icons.ts'
import { lineOf, type FiredWords, type LineSource } from './line.ts'
import { useHoldWords } from './useHoldWords.ts'
import css from './trace.module.css'

interface WhyLineProps extends LineSource {
  episode: Episode
  fired: FiredWords
}

/** Why an alarm fired, and how many messages were sent, in one line; nothing where the trace is of another firing. */
export default function WhyLine({ episode, trace, moments, fired }: WhyLineProps) {
  const translate = useLateWords('trace')
  const span = useHoldWords()
  const place = labelIndex[useLanguage()]
  const level = (of: number | null): string =>
    threshold.fields.alert_level.options.find(({ value }) => value === of)?.label[place] ?? ''
  const steps = lineOf(episode, { trace, moments }, fired, { translate, span, level })
  if (steps.length === 0) return null
  return (
    <section className={css.line} aria-label={translate('trace.line.title')}>
      <h3>{translate('trace.line.title')}</h3>
      <ol>
        {steps.map(({ key, tone, text }) => {
          const Icon = icons[tone]
          return (
            <li key={key} data-tone={tone}>
              <Icon size={14} aria-hidden />
              {text}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
