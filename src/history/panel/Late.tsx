import { useTranslate } from 'react-admin'
import type { Zone } from '../../../resources/kit/zone.ts'
import { StatusMark } from '../../kit/index.ts'
import type { HistoryPanelState } from './usePanel.ts'
import css from './answers.module.css'

interface LateProps {
  history: Pick<HistoryPanelState['history'], 'lateAt' | 'retry'>
  zone: Zone
}

/** Shown in the panel's head, so that no chart moves: the time of the samples after a failed refresh, and a retry. */
export function Late({ history: { lateAt, retry }, zone }: LateProps) {
  const translate = useTranslate()
  if (lateAt === null) return null
  return (
    <span className={css.late} role="status">
      <StatusMark status="stale" />
      {translate('monitor.refresh.old', { time: zone.clock(lateAt) })}
      <button type="button" onClick={retry}>
        {translate('shell.retry')}
      </button>
    </span>
  )
}
