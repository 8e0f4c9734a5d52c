import { useQuery } from '@tanstack/react-query'
import { Settings2, TrendingDown, TrendingUp, WifiOff } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { changesOfTable } from '../../../dataProvider/calls/oneDevice.ts'
import { mayOpen } from '../../../resources/kit/access.ts'
import { DAY, type Zone } from '../../../resources/kit/zone.ts'
import { SCALE_OF } from '../../environment/scale.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import { useCaller } from '../../kit/index.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import { shortMinute } from '../../live/times.ts'
import { classChanges } from './changes.ts'
import type { Offline } from './useOffline.ts'
import { Panel } from './Panel.tsx'
import type { Places } from './usePlaces.ts'
import css from './judged.module.css'

const SHOWN = 5

interface ChangedProps {
  places: Places
  /** Standard of each medium. */
  standards: Readonly<Record<string, string>>
  areaNames: ReadonlyMap<number, string>
  offline: Offline
  zone: Zone
  now: number
}

interface Entry {
  key: string
  at: number
  icon: typeof WifiOff
  tone: 'worse' | 'better' | 'plain'
  to: string | null
  words: ReactNode
  cause: string
  /** Basis of a class. */
  law?: string
}

/** Changes since a day ago, newest first, each as a sentence with its cause and time. */
export function Changed({ places, standards, areaNames, offline, zone, now }: ChangedProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const caller = useCaller()
  const [listed, logged] = [mayOpen(caller, '2-1'), mayOpen(caller, '2-4')]
  const rules = useQuery({
    queryKey: ['operations', 'threshold'],
    queryFn: ({ signal }) => changesOfTable('threshold', signal),
    enabled: logged,
    staleTime: 60_000,
    retry: false,
  })
  const entries = useMemo((): Entry[] => {
    const classes = classChanges(places.rows ?? []).map(({ area, medium, from, to, at, cause, ...judged }): Entry => {
      const scale = SCALE_OF[medium]
      const standard = judged.standard || standards[medium] || ''
      const name = (level: number) => words.full({ scale, level, standard })
      return {
        key: `${medium} ${area}`,
        at,
        icon: to > from ? TrendingUp : TrendingDown,
        tone: to > from ? 'worse' : 'better',
        to: listed && area !== null ? `/monitor/data?area=${area}` : null,
        words: (
          <>
            {`${(area !== null && areaNames.get(area)) || translate('overview.all')} ${translate(`overview.medium.${medium}`)} ${name(from)} → `}
            <b>{name(to)}</b>
          </>
        ),
        cause: cause
          ? `${words.pollutant(cause.key)} ${numberText(cause.before, 1)} → ${numberText(cause.now, 1)}`
          : '',
        law: standardName(standard),
      }
    })
    const gone = offline.filter(({ since }) => since !== null && now - since < DAY)
    const [newest] = gone
    const lost: Entry[] = newest
      ? [
          {
            key: 'offline',
            at: newest.since ?? now,
            icon: WifiOff,
            tone: 'worse',
            to: listed ? '/monitor/data?online=offline' : null,
            words: translate('overview.offlineNew', { count: offline.length, fresh: gone.length }),
            cause: gone
              .slice(0, 2)
              .map(({ name, since }) => `${name} ${zone.clock(since ?? now, false)}`)
              .join(translate('environment.comma')),
          },
        ]
      : []
    const edits = (rules.data ?? [])
      .filter(({ at }) => at !== null && now - at < DAY)
      .map(
        ({ id, at, explained, userName }): Entry => ({
          key: `rule ${id}`,
          at: at ?? now,
          icon: Settings2,
          tone: 'plain',
          to: `/monitor/operation?open=${id}`,
          words: translate('overview.ruleChanged', { name: explained }),
          cause: userName,
        }),
      )
    return [...classes, ...lost, ...edits].toSorted((a, b) => b.at - a.at).slice(0, SHOWN)
  }, [places.rows, offline, rules.data, words, standards, areaNames, translate, listed, zone, now])
  return (
    <Panel
      area="changed"
      title={translate('overview.changed')}
      beside={translate('overview.since', { time: shortMinute(now - DAY, now, zone) })}
      error={places.error ?? rules.error}
      onRetry={() => {
        places.retry()
        if (rules.error) void rules.refetch()
      }}
      waiting={places.offered && places.rows === undefined}
    >
      {entries.length === 0 ? (
        !rules.error && <p className={css.none}>{places.offered ? translate('overview.unchanged') : '—'}</p>
      ) : (
        <ul className={css.entries}>
          {entries.map(({ key, at, icon: Icon, tone, to, words: sentence, cause, law }) => (
            <li key={key} data-tone={tone}>
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              <span title={law || undefined}>
                {to === null ? <span>{sentence}</span> : <Link to={to}>{sentence}</Link>}
                <small>{cause}</small>
              </span>
              <time title={zone.full(at)}>{shortMinute(at, now, zone)}</time>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
