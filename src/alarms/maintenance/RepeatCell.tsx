import { useTranslate } from 'react-admin'
import type { CellProps } from '../../admin/fields/cell.ts'
import { useZone } from '../../kit/hooks/useZone.ts'
import textCss from '../../kit/text.module.css'
import { friendlyOf } from './friendly.ts'

/** Recurrence of a window, in words; an RRULE that the form cannot express stands as its text. */
export function RepeatCell({ value, row }: CellProps) {
  const translate = useTranslate()
  const zone = useZone()
  const rrule = value === null || value === undefined ? '' : String(value)
  const { how, until } = friendlyOf(rrule, zone.day(Number(row['starts']) || 0))
  const words = (() => {
    if (how.kind === 'other') return rrule
    const kind = translate(`maintenance.kind.${how.kind}`)
    if (how.kind === 'weekly')
      return `${kind} ${how.days.map((day) => translate(`alarmConfig.schedule.day${day + 1}`)).join(translate('crud.comma'))}`
    if (how.kind === 'monthly')
      return `${kind} ${how.day === -1 ? translate('maintenance.lastDay') : translate('maintenance.day', { day: how.day })}`
    return kind
  })()
  const text = until === null ? words : `${words} · ${translate('maintenance.untilDay', { day: until })}`
  return (
    <span className={textCss.ellipsis} title={text}>
      {text}
    </span>
  )
}
