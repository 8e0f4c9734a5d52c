import { Tooltip } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { changesOf } from '../../dataProvider/calls/oneDevice.ts'
import { mayOpen } from '../../resources/kit/access.ts'
import { Link } from 'react-router-dom'
import { useCaller } from '../kit/index.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { OPERATIONS_KEY } from '../../resources/pageKeys.ts'
import { TypeBadge } from '../operations/words.tsx'
import { Answer, Card } from './Card.tsx'
import css from './devicePage.module.css'

const SHOWN = 5

/** Changes of the device's record and commands to it, newest first. */
export function ChangesCard({ device, zone }: { device: number; zone: Zone }) {
  const translate = useTranslate()
  const allowed = mayOpen(useCaller(), OPERATIONS_KEY)
  const query = useQuery({
    queryKey: ['operations', 'device', device],
    queryFn: ({ signal }) => changesOf(device, signal),
    enabled: allowed,
    staleTime: 30_000,
    retry: false,
  })
  if (!allowed) return null
  return (
    <Card title={translate('devicePage.changes')}>
      <Answer query={query}>
        {(changes) =>
          changes.length === 0 ? (
            <p className={css.small}>{translate('devicePage.noChanges')}</p>
          ) : (
            <ul className={css.changes}>
              {changes.slice(0, SHOWN).map(({ id, at, type, explained, userName }) => (
                <li key={id}>
                  <Tooltip describeChild title={at === null ? '' : zone.full(at)}>
                    <time>{at === null ? '—' : zone.day(at).slice(5)}</time>
                  </Tooltip>
                  <TypeBadge type={type} />
                  <Link to={`/monitor/operation?open=${id}`}>{explained || translate('devicePage.record')}</Link>
                  <span className={css.small}>{userName}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Card>
  )
}
