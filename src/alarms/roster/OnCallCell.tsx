import { useTranslate } from 'react-admin'
import { readRoster } from '../../../resources/kit/duty/record.ts'
import { dutyAt, stretchesOf } from '../../../resources/kit/duty/roster.ts'
import { DAY } from '../../../resources/kit/zone.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import fieldsCss from '../../admin/fields/fields.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import { useZone } from '../../kit/hooks/useZone.ts'
import textCss from '../../kit/text.module.css'
import { useClock } from '../../live/useClock.ts'
import { shortMinute } from '../../live/times.ts'
import { usePeople } from './usePeople.ts'
import { clsx } from 'clsx'

/**
 * How far ahead the list looks for the next handover, ms: a turn may take 99 weeks, but a handover later than this is
 * not worth showing in the list.
 */
const LOOKAHEAD_MS = 31 * DAY

/** Who is on call at present, who takes over, and when. */
export function OnCallCell({ row }: CellProps) {
  const translate = useTranslate()
  const zone = useZone()
  const now = useClock(60_000)
  const { nameOf } = usePeople(null)
  const roster = readRoster(row)
  if (!roster) return <span className={fieldsCss.cellNone}>—</span>
  const duty = dutyAt(roster, now, zone)
  const [, next] = stretchesOf(roster, now, now + LOOKAHEAD_MS, zone)
  const words = duty ? nameOf(duty.person) : translate('duty.nobody')
  const then = next?.duty
    ? translate('duty.takesOver', { name: nameOf(next.duty.person), time: shortMinute(next.from, now, zone) })
    : ''
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={[words, then].filter(Boolean).join(' · ')}>
      {words}
      {then && <span className={fieldsCss.cellUnit}> · {then}</span>}
    </span>
  )
}
