import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../../resources/kit/access.ts'
import { WANTED } from '../../../standards/levels.ts'
import { SCALE_OF } from '../../environment/scale.ts'
import { standardName } from '../../environment/useClassWords.ts'
import { useCaller } from '../../kit/index.ts'
import { newestHour } from './changes.ts'
import { ClassCounts } from '../../environment/ClassCounts.tsx'
import { Panel } from './Panel.tsx'
import type { Places } from './usePlaces.ts'
import { DAY } from '../../../resources/kit/zone.ts'
import css from './judged.module.css'

interface ClassesProps {
  medium: 'noise' | 'water'
  places: Places
  standard: string
  now: number
}

/** How many points of sound or water meet the requirement, and the number per class. */
export function ClassesPanel({ medium, places, standard, now }: ClassesProps) {
  const translate = useTranslate()
  const listed = mayOpen(useCaller(), '2-1')
  const row = places.rows?.find((one) => one.medium === medium)
  const newest = newestHour(row?.hours ?? [], now)
  const before = newest && row?.hours.find(({ at }) => at === newest.at - DAY)
  const fine = newest ? fineOf(newest.classes, WANTED[medium]) : null
  const change = fine !== null && before ? fine - fineOf(before.classes, WANTED[medium]) : null
  const judged = newest?.classes.reduce((sum, count) => sum + count, 0) ?? 0
  return (
    <Panel
      area={medium}
      title={translate(`overview.${medium}`)}
      end={listed && <Link to={`/monitor/data?mode=map&quantity=${medium}`}>{translate('overview.map')}</Link>}
      error={places.error}
      onRetry={places.retry}
      waiting={places.rows === undefined}
    >
      <p className={css.figure} title={standardName(standard) || undefined}>
        <b>{fine ?? '—'}</b>{' '}
        <small>
          {newest
            ? `/ ${translate('overview.points', { smart_count: judged })}`
            : translate('environment.state.insufficient')}
        </small>
      </p>
      <p className={css.small}>
        {change === null
          ? translate('overview.noYesterday')
          : translate('overview.sinceYesterday', { change: signed(change) })}
      </p>
      {newest && <ClassCounts scale={SCALE_OF[medium]} standard={standard} classes={newest.classes} listed={listed} />}
    </Panel>
  )
}

export const fineOf = (classes: readonly number[], upTo: number): number =>
  classes.slice(0, upTo).reduce((sum, count) => sum + count, 0)

const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '±0')
