import { Ban, Check, CircleDot, Diamond, Info, OctagonAlert, TriangleAlert, Undo2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { AlarmRecord } from '../../../dataProvider/alarms.ts'
import { Badge } from '../../ui/index.ts'

/** What became of an alarm: unhandled, false, handled, or over before anybody handled it. */
export function StateBadge({ record }: { record: Pick<AlarmRecord, 'state' | 'lasting'> }) {
  const translate = useTranslate()
  if (record.state === 2) return <Badge tone="online" icon={<Check size={12} aria-hidden />}>{translate('alarms.states.2')}</Badge>
  if (record.state === 1) return <Badge icon={<Ban size={12} aria-hidden />}>{translate('alarms.states.1')}</Badge>
  if (!record.lasting) return <Badge icon={<Undo2 size={12} aria-hidden />}>{translate('alarms.recovered')}</Badge>
  return <Badge tone="alarm" icon={<CircleDot size={12} aria-hidden />}>{translate('alarms.states.0')}</Badge>
}

const levels = { 1: OctagonAlert, 2: TriangleAlert, 3: Diamond, 4: Info } as const

/** How grave an alarm is: urgent, severe, general, early warning. Nothing where the platform does not say. */
export function LevelBadge({ level }: { level: number | null }) {
  const translate = useTranslate()
  if (level !== 1 && level !== 2 && level !== 3 && level !== 4) return null
  const Icon = levels[level]
  return (
    <span className="alarms-level" data-level={level}>
      <Icon size={12} aria-hidden />
      {translate(`alarms.levels.${level}`)}
    </span>
  )
}
