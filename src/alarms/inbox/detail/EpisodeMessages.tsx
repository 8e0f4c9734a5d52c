import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Suspense, type ReactNode } from 'react'
import { EPISODES } from '../../../../dataProvider/episodes/calls.ts'
import type { Escalation } from '../../../../dataProvider/episodes/escalation.ts'
import type { Moment } from '../../../../dataProvider/episodes/rows.ts'
import { channel as channelResource } from '../../../../resources/channel.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { TextSkeleton } from '../../../kit/index.ts'
import { SendAgain } from '../../SendAgain.tsx'
import { At } from './At.tsx'
import { useWhom } from './NextStep.tsx'
import css from './detail.module.css'

interface EpisodeMessagesProps {
  /** undefined: loading; null: could not be read. */
  moments: readonly Moment[] | null | undefined
  /** Name of the escalation, and its step that is due; null: no step is due. */
  escalates: string
  due: Escalation['next']
  /** What the episode switched is shown elsewhere. */
  noSwitches: boolean
  children: ReactNode
}

/**
 * Who was told, by which way, the message and its result (spec 1 §2.10: the send log); also who was not told, and why,
 * with a button to send a failed message again, and who is told next. Below it what the episode switched.
 */
export function EpisodeMessages({ moments, escalates, due, noSwitches, children }: EpisodeMessagesProps) {
  const translate = useTranslate()
  const queries = useQueryClient()
  const messages = moments && moments.filter(({ kind }) => kind === 'message').toReversed()
  const isWhole = moments?.every(({ kind }) => kind !== 'left_out') ?? false
  const switches = noSwitches ? [] : (moments?.filter(({ kind }) => kind === 'switch') ?? [])
  return (
    <section className={css.card} aria-label={translate('inbox.told')}>
      <h3>{translate('inbox.told')}</h3>
      {due && (
        <Suspense>
          <Due due={due} escalates={escalates} />
        </Suspense>
      )}
      {messages === undefined ? (
        <TextSkeleton />
      ) : messages === null ? (
        <p className={css.quiet}>—</p>
      ) : messages.length === 0 ? (
        <p className={css.quiet}>{isWhole ? translate('alarms.noMessages') : '—'}</p>
      ) : (
        <ul className={css.told}>
          {messages.map(({ id, at, channel, channel_kind, name, address, text, sent, reason, again }) => (
            <li key={id ?? at}>
              <b>{name || address || '—'}</b>
              <span>
                <Suspense>
                  <Way channel={channel} kind={channel_kind} />
                </Suspense>
              </span>
              <span data-sent={sent ?? undefined} title={reason}>
                {sent === true
                  ? translate('inbox.sent')
                  : sent === null
                    ? translate('inbox.sending')
                    : translate('inbox.notSent', { reason: reason || '—' })}
              </span>
              <At at={at} />
              {(text || address) && (
                <details>
                  <summary>{translate('alarms.content')}</summary>
                  {name && address && <small>{address}</small>}
                  <p>{text || '—'}</p>
                </details>
              )}
              {again && id !== null && (
                <SendAgain
                  id={id}
                  name={name || address}
                  onAsked={() => queries.invalidateQueries({ queryKey: [EPISODES, 'getOne'] })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {switches.length > 0 && (
        <ul className={css.told} aria-label={translate('inbox.switches')}>
          {switches.map(({ id, at, name, text, sent, reason }) => (
            <li key={id ?? at}>
              <b>{name || text}</b>
              <span>{translate('inbox.switches')}</span>
              <span data-sent={sent ?? undefined} title={reason}>
                {sent === true ? translate('inbox.done') : sent === null ? translate('inbox.sending') : reason || '—'}
              </span>
              <At at={at} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

/** Target and time of the escalation's next step. */
function Due({ due, escalates }: { due: NonNullable<Escalation['next']>; escalates: string }) {
  const translate = useLateWords('measured')
  const whomOf = useWhom()
  const whom = whomOf(due)
  return (
    <ul className={css.told} data-part="due">
      <li>
        <b title={whom}>{whom}</b>
        <span>{escalates}</span>
        <span data-due>{translate('measured.due')}</span>
        <At at={due.at} />
      </li>
    </ul>
  )
}

const KINDS: readonly number[] = channelResource.fields.kind.options.map(({ value }) => value)

/** Way of a message: a way of contacts, or the kind of a channel. */
function Way({ channel, kind }: { channel: Moment['channel']; kind: Moment['channel_kind'] }) {
  const translate = useLateWords('measured')
  if (kind !== null && KINDS.includes(kind)) return translate(`measured.ways.${kind}`)
  return translate(`inbox.ways.${channel !== null && channel >= 1 && channel <= 5 ? channel : 0}`)
}
