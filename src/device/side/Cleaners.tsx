import { BadgeCheck, Clock, Hourglass } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Badge, type BadgeTone } from '../../kit/index.ts'
import controlsCss from '../../kit/controls.module.css'
import { Card } from '../Card.tsx'
import css from '../devicePage.module.css'
import { cleanersOf, type Cleaner } from './cleanerList.ts'

/** The cleaners of the place that the device monitors: whether they clocked in, and their ratings. */
export function CleanersCard({ json }: { json: string | null }) {
  const translate = useTranslate()
  const cleaners = cleanersOf(json)
  if (cleaners.length === 0) return null
  return (
    <Card id="cleaner" title={translate('deviceDialogs.cleaner.tab')}>
      <div className={css.scroll}>
        <table className={controlsCss.table}>
          <thead>
            <tr>
              <th scope="col">{translate('deviceDialogs.cleaner.name')}</th>
              <th scope="col">{translate('deviceDialogs.cleaner.car')}</th>
              <th scope="col">{translate('deviceDialogs.cleaner.status')}</th>
              <th scope="col" data-numeric>
                {translate('deviceDialogs.cleaner.good')}
              </th>
              <th scope="col" data-numeric>
                {translate('deviceDialogs.cleaner.nomal')}
              </th>
              <th scope="col" data-numeric>
                {translate('deviceDialogs.cleaner.bad')}
              </th>
            </tr>
          </thead>
          <tbody>
            {cleaners.map(({ name, car_num, good, nomal, bad, status }, at) => {
              const look = status === null ? null : looks[status]
              return (
                <tr key={at}>
                  <td>{name || '—'}</td>
                  <td>{car_num || '—'}</td>
                  <td>
                    {look === null ? (
                      '—'
                    ) : (
                      <Badge tone={look.tone} icon={<look.Icon aria-hidden />}>
                        {translate(look.label)}
                      </Badge>
                    )}
                  </td>
                  <td data-numeric>{good ?? '—'}</td>
                  <td data-numeric>{nomal ?? '—'}</td>
                  <td data-numeric>{bad ?? '—'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

const looks: Readonly<Record<NonNullable<Cleaner['status']>, { tone: BadgeTone; Icon: typeof Clock; label: string }>> =
  {
    waiting: { tone: 'info', Icon: Hourglass, label: 'deviceDialogs.cleaner.waiting' },
    out: { tone: 'neutral', Icon: Clock, label: 'deviceDialogs.cleaner.out' },
    in: { tone: 'online', Icon: BadgeCheck, label: 'deviceDialogs.cleaner.in' },
  }
