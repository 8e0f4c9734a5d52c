import { useTranslate } from 'react-admin'
import type { Rates } from '../../dataProvider/calls/oneDevice.ts'
import { Rate } from './Rate.tsx'
import css from './environment.module.css'

/** The three rates of this month as bars, with the mark of what is asked for. Suspends until the words of rates are there. */
export function RateRows({ rates }: { rates: Rates | null }) {
  const translate = useTranslate()
  if (rates === null) return <p className={css.said}>{translate('devicePage.noRates')}</p>
  const { expected, received, intime, valid } = rates
  return (
    <dl className={css.rates}>
      {(
        [
          ['transmission', received],
          ['timeliness', intime],
          ['validity', valid],
        ] as const
      ).map(([name, count]) => {
        const part = Math.min(1, count / expected)
        return (
          <div key={name}>
            <dt>{translate(`devicePage.rate.${name}`)}</dt>
            <dd>
              <b>
                <Rate rate={part} />
              </b>
              <span className={css.bar} aria-hidden="true">
                <i style={{ width: `${part * 100}%` }} />
              </span>
              <small>
                {translate(`devicePage.rate.${name}Of`, {
                  count: count.toLocaleString('en'),
                  all: expected.toLocaleString('en'),
                })}
              </small>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
