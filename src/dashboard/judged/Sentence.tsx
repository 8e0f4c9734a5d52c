import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { PlaceRow } from '../../../dataProvider/calls/placeHours.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { newestHour } from './changes.ts'
import { fineOf } from './Classes.tsx'
import type { OpenAlarms } from './openAlarms.ts'
import type { Places } from './usePlaces.ts'
import css from './judged.module.css'

interface SentenceProps {
  alarms: OpenAlarms
  whole: Places
  standards: Readonly<Record<string, string>>
  /** Number of offline devices; null while it is unknown. */
  offline: number | null
  now: number
}

/** Maximum number of problems named: the worst ones suffice. */
const NAMED = 2

/**
 * Answers "Is all well?" in one sentence, the worst problem first; green only if no alarm is open and every medium was
 * judged recently. Renders nothing while that is unknown.
 */
export function Sentence({ alarms, whole, standards, offline, now }: SentenceProps) {
  const translate = useTranslate()
  const words = useClassWords()
  if (whole.rows === undefined || (alarms.allowed && alarms.data === undefined)) return null
  const open = alarms.data?.total ?? 0
  const urgent = alarms.data?.levels.get(1) ?? 0
  const hourOf = (medium: string) => newestHour(whole.rows?.find((row) => row.medium === medium)?.hours ?? [], now)
  const [air, noise, water] = [hourOf('air'), hourOf('noise'), hourOf('water')]
  const over = noise ? sum(noise.classes) - fineOf(noise.classes, 1) : 0
  const bad = water ? sum(water.classes) - fineOf(water.classes, 3) : 0
  const things = [
    urgent > 0 && translate('overview.saysUrgent', { smart_count: urgent }),
    air?.level != null &&
      air.level > 2 &&
      translate('overview.saysAir', {
        name: words.full({ scale: 'a', level: air.level, standard: air.standard || standards['air'] || '' }),
      }),
    urgent < open && translate('overview.saysAlarms', { smart_count: open - urgent }),
    over > 0 && translate('overview.saysNoise', { smart_count: over }),
    bad > 0 && translate('overview.saysWater', { smart_count: bad }),
    offline !== null && offline > 0 && translate('overview.saysOffline', { smart_count: offline }),
  ].filter((thing): thing is string => thing !== false)
  const isJudged = ({ medium, hours }: PlaceRow): boolean => {
    const hour = newestHour(hours, now)
    return hour !== null && (medium === 'air' ? hour.level !== null : sum(hour.classes) > 0)
  }
  const isKnown =
    alarms.allowed && !alarms.error && offline !== null && whole.rows.length > 0 && whole.rows.every(isJudged)
  if (things.length === 0 && !isKnown) return null
  const Icon = things.length === 0 ? CircleCheck : CircleAlert
  return (
    <p className={css.sentence} data-well={things.length === 0 || undefined} role="status">
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {things.length === 0
        ? translate('overview.well')
        : translate('overview.notWell', { things: things.slice(0, NAMED).join(translate('overview.and')) })}
    </p>
  )
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
