import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useContext } from 'react'
import { DisplayContext } from '../../live/display.ts'
import { momentText } from '../../live/moment.ts'
import css from './past.module.css'

/** Badge for a past moment; `moment` is ms since the epoch. */
export function PastMoment({ moment }: { moment: number }) {
  const translate = useTranslate()
  const { zone } = useContext(DisplayContext)
  return (
    <b className={css.past} title={zone.full(moment)}>
      {translate('map.time.past', { time: momentText(moment, zone) })}
    </b>
  )
}

/** Replaces the refresh status: shows the moment and a link back to the present. */
export function PastStatus({ moment, onNow }: { moment: number; onNow: () => void }) {
  const translate = useTranslate()
  return (
    <span className={css.status}>
      <PastMoment moment={moment} />
      <Button size="small" onClick={onNow}>
        {translate('map.time.now')}
      </Button>
    </span>
  )
}
