import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { refusedMessages } from '../../dataProvider/calls/refused.ts'
import { useExtensions } from '../kit/hooks/useExtensions.ts'
import { useZone } from '../kit/hooks/useZone.ts'
import css from './refused.module.css'

/**
 * Lists the messages that the platform could not read or did not accept: reason, count, and the first bytes of the last
 * one. `device`: the device that sent them; null: senders that are no known device. Renders nothing while there are
 * none.
 */
export function RefusedMessages({ device }: { device: number | null }) {
  const translate = useTranslate()
  const zone = useZone()
  const offered = useExtensions()?.has('refused-messages') === true
  const { data = [] } = useQuery({
    queryKey: ['refusedmessages', device],
    queryFn: ({ signal }) => refusedMessages(device, signal),
    enabled: offered,
    refetchInterval: 10_000,
    retry: false,
  })
  if (data.length === 0) return null
  return (
    <section className={css.refused} aria-label={translate('deviceDialogs.refused.title')}>
      <h3>{translate('deviceDialogs.refused.title')}</h3>
      <ul>
        {data.map(({ source, peer, reason, text, bytes, times, lastAt }) => (
          <li key={`${source} ${peer} ${reason}`}>
            <p>
              <b>{text}</b>{' '}
              <span>
                {`${SOURCES[source] ?? source} · ${peer} · `}
                {translate('deviceDialogs.refused.times', { count: times, last: zone.full(lastAt) })}
              </span>
            </p>
            {bytes !== '' && <pre>{bytes}</pre>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const SOURCES: Readonly<Record<string, string>> = { mqtt: 'MQTT', http: 'HTTP', hj212: 'HJ 212' }
