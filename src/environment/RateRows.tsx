import { useTranslate } from 'react-admin'
import type { Rates } from '../../dataProvider/calls/oneDevice.ts'
import css from './environment.module.css'

/** What a contract asks for: nine parts in ten. */
const ASKED = 0.9

/** The three rates of this month as bars, with the mark of what is asked for. */
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
              <b data-low={part < ASKED || undefined}>{`${(part * 100).toFixed(1)} %`}</b>
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
