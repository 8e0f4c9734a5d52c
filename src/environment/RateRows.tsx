import type { Rates } from '../../dataProvider/calls/oneDevice.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { Rate } from './Rate.tsx'
import css from './environment.module.css'

/** This month's three rates as bars, with a mark at the required rate. Suspends until the texts of rates are loaded. */
export function RateRows({ rates }: { rates: Rates | null }) {
  const translate = useLateWords('qualityPage')
  if (rates === null) return <p className={css.said}>{translate('devicePage.noRates')}</p>
  const { expected, received, intime, valid, untested } = rates
  return (
    <dl className={css.rates}>
      {(
        [
          ['transmission', received],
          ['timeliness', intime],
          ['validity', valid],
        ] as const
      ).map(([name, count]) => {
        const lacking = name === 'validity' ? untested : 0
        const part = lacking >= expected ? null : Math.min(1, count / expected)
        return (
          <div key={name}>
            <dt>{translate(`devicePage.rate.${name}`)}</dt>
            <dd>
              <b>
                <Rate rate={part} untested={lacking > 0} />
              </b>
              {part !== null && (
                <span className={css.bar} aria-hidden="true">
                  <i style={{ width: `${part * 100}%` }} />
                </span>
              )}
              <small>
                {translate(`devicePage.rate.${name}Of`, {
                  count: count.toLocaleString('en'),
                  all: expected.toLocaleString('en'),
                })}
                {lacking > 0 && ` · ${translate('qualityPage.untestedOf', { count: lacking.toLocaleString('en') })}`}
              </small>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
