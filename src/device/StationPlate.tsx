import { useTranslate } from 'react-admin'
import { Plate } from '../environment/Plate.tsx'
import { useClassWords } from '../environment/useClassWords.ts'
import { classOf, type StationVerdict } from '../environment/verdict.ts'
import { plateState, type ShownDevice } from '../live/display.ts'
import css from './devicePage.module.css'

/** The station's verdict: its plate, the class as text, the deciding pollutant, and the data coverage. */
export function StationPlate({ verdict, shown }: { verdict: StationVerdict; shown: ShownDevice }) {
  const translate = useTranslate()
  const words = useClassWords()
  const at = classOf(verdict)
  const { state, until } = plateState(shown)
  const primary = verdict.primary.map(words.pollutant).join(translate('environment.comma'))
  return (
    <section className={css.card} data-part="plate-card" aria-label={translate('devicePage.verdict')}>
      <Plate verdict={verdict} state={state} until={until} size="large" word="none" />
      <p>
        <b>
          {at && state === null
            ? words.full({ ...at, standard: verdict.standard })
            : translate(`environment.state.${state ?? 'insufficient'}`)}
        </b>
        <small>
          {[
            until && translate('environment.until', { time: until }),
            primary && translate('environment.primary', { names: primary }),
            words.basis(verdict),
            words.missing(verdict),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </p>
    </section>
  )
}
