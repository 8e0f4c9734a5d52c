import { IconButton, Tooltip } from '@mui/material'
import { ChevronRight, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Badge } from '../../kit/index.ts'
import type { Alarm } from './alarms.ts'
import { spoken } from './announce.ts'
import css from './bell.module.css'

interface NewsOfNowProps {
  /** The new alarms that still need the reader. */
  alarms: readonly Alarm[]
  /** Number of all alarms at present. */
  count: number
  onNow: () => void
  onClose: () => void
}

/**
 * Notice of new alarms while the page shows a past moment, docked below the page as the strip is, which lists those of
 * then; with the way back to now.
 */
export default function NewsOfNow({ alarms, count, onNow, onClose }: NewsOfNowProps) {
  const translate = useTranslate()
  const title = translate('bell.title')
  const close = translate('shell.close')
  return (
    <section className={css.panel} aria-label={title}>
      <header className={css.head}>
        <h2>{title}</h2>
        <Badge tone="alarm">{count}</Badge>
      </header>
      <p className={css.news}>{spoken(alarms, translate)}</p>
      <div className={css.foot}>
        <button type="button" className={css.more} onClick={onNow}>
          {translate('bell.toNow')}
          <ChevronRight size={14} strokeWidth={1.9} aria-hidden />
        </button>
        <Tooltip title={close}>
          <IconButton aria-label={close} onClick={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </Tooltip>
      </div>
    </section>
  )
}
