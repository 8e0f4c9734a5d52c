import { Tooltip } from '@mui/material'
import { BellPlus } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Suspense } from 'react'
import type { Escalation, StepRecipient } from '../../../../dataProvider/episodes/escalation.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { LATEST } from '../../../../resources/kit/zone.ts'
import { threshold } from '../../../../resources/threshold.ts'
import { useLabel } from '../../../admin/fields/useLabel.ts'
import { useZone } from '../../../chart/useZone.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { shortMinute } from '../../../live/times.ts'
import { useInbox } from '../InboxContext.ts'
import { useSpan } from '../useSpan.ts'
import css from './detail.module.css'

/** Returns the words for a step's target: "Duty · Li", a contact, a channel, or all people of a level. */
export function useWhom(): (told: StepRecipient) => string {
  const translate = useTranslate()
  const pick = useLabel()
  return ({ to, name, person, level }) => {
    if (to !== 'level') return [name || '—', person].filter(Boolean).join(' · ')
    const label = threshold.fields.alert_level.options.find(({ value }) => value === level)?.label
    return translate('inbox.next.level', { level: label ? pick(label) : String(level ?? '') })
  }
}

/**
 * Returns the step that is due at a known time; null where the alarm has an assignee or is over, where no step is left,
 * or where only a worse level triggers one.
 */
export const dueStep = ({ work, condition }: Episode, escalation: Escalation | null): Escalation['next'] => {
  const next = escalation?.next ?? null
  return next !== null && next.at <= LATEST && work === 'new' && condition !== 'cleared' ? next : null
}

/** What the escalation does next while the alarm has no assignee; nothing where it has one or is over. */
export function NextStep({
  episode,
  escalation: { name, next, done, steps },
}: {
  episode: Episode
  escalation: Escalation
}) {
  const translate = useTranslate()
  const zone = useZone()
  const span = useSpan()
  const whomOf = useWhom()
  const { now } = useInbox()
  const { work, condition, snooze_level } = episode
  const title = translate('inbox.next.title', { name, done, steps })
  if (work !== 'new' || condition === 'cleared') return null
  const words = (() => {
    if (next === null) return done >= steps ? translate('inbox.next.none') : null
    const whom = whomOf(next)
    if (next.at > LATEST) return snooze_level === null ? null : translate('inbox.next.worse', { whom })
    return next.at - now < SOON
      ? translate('inbox.next.soon', { whom })
      : translate('inbox.next.in', { span: span(next.at - now), whom })
  })()
  const heldUntil = next !== null && next.at <= LATEST ? next.maintenance_until : null
  return (
    words && (
      <Tooltip describeChild title={next && next.at <= LATEST ? `${title} · ${zone.full(next.at)}` : title}>
        <p className={css.next}>
          <BellPlus size={14} aria-hidden />
          <span>
            {heldUntil !== null && (
              <Suspense>
                <Held until={heldUntil} />
              </Suspense>
            )}
            {words}
          </span>
        </p>
      </Tooltip>
    )
  )
}

/** Until when maintenance holds back the step: a window that is open, or will be open when the step is due. */
function Held({ until }: { until: number }) {
  const translate = useLateWords('measured')
  const zone = useZone()
  const { now } = useInbox()
  return `${translate('measured.heldUntil', { time: shortMinute(until, now, zone) })} · `
}

/** A step that is due within less than this is "soon", ms. */
const SOON = 60_000
