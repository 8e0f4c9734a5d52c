import { useContext } from 'react'
import { useTranslate } from 'react-admin'
import { StatusMark } from '../../kit/index.ts'
import { DisplayContext } from '../../live/display.ts'
import { shortMinute } from '../../live/times.ts'
import css from '../bigscreen.module.css'

/** Shown in the head of a panel whose data could not be refreshed: the time of the data. */
export function Late({ at }: { at: number | null }) {
  const translate = useTranslate()
  const { now, zone } = useContext(DisplayContext)
  return (
    <span className={css.late} role="status">
      <StatusMark status="stale" />
      {at === null || at === 0
        ? translate('bigscreen.noData')
        : translate('bigscreen.old', { time: shortMinute(at, now, zone) })}
    </span>
  )
}
