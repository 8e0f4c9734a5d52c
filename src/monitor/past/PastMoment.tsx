import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useContext } from 'react'
import { DisplayContext } from '../../live/display.ts'
import css from './past.module.css'

/** The badge that says that what is shown is past; `moment` is epoch ms. */
export function PastMoment({ moment }: { moment: number }) {
  const translate = useTranslate()
  const { zone } = useContext(DisplayContext)
  return (
    <b className={css.past} title={zone.full(moment)}>
      {translate('map.time.past', { time: zone.full(moment).slice(5, 16) })}
    </b>
  )
}

/** In the place of how fresh the page is: which moment it shows, and the way back to now. */
export function PastStatus({ moment, onNow }: { moment: number; onNow: () => void }) {
  const translate = useTranslate()
  return (
    <>
      <PastMoment moment={moment} />
      <Button size="small" onClick={onNow}>
        {translate('map.time.now')}
      </Button>
    </>
  )
}
