import { IconButton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Lightbulb, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../resources/kit/access.ts'
import { loadSettings } from '../kit/hooks/settings.ts'
import { useCaller } from '../kit/index.ts'
import { store, stored } from './stored.ts'
import css from './dashboard.module.css'

const CLOSED_KEY = 'demoHintsClosed'

/** Suggestions for the demo, until the user closes it. */
export function TryPanel() {
  const translate = useTranslate()
  const caller = useCaller()
  const [closed, setClosed] = useState(() => stored(CLOSED_KEY) === '1')
  const settings = useQuery({ queryKey: ['settings'], queryFn: loadSettings, staleTime: Infinity, enabled: !closed })
  if (closed || !settings.data?.demo) return null
  const close = () => {
    store(CLOSED_KEY, '1')
    setClosed(true)
  }
  return (
    <section className={css.try} aria-label={translate('dashboard.try.title')}>
      <Lightbulb size={16} strokeWidth={1.75} aria-hidden />
      <span className={css.tryLinks}>
        <b>{translate('dashboard.try.title')}</b>
        {things
          .filter(({ key }) => mayOpen(caller, key))
          .map(({ to, words }) => (
            <Link key={to} to={to} className={css.link}>
              {translate(words)}
            </Link>
          ))}
      </span>
      <IconButton
        aria-label={translate('dashboard.try.close')}
        title={translate('dashboard.try.close')}
        onClick={close}
      >
        <X size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </section>
  )
}

const things = [
  { key: '2-1', to: '/monitor/data?mode=map', words: 'dashboard.try.map' },
  { key: '2-2', to: '/monitor/history', words: 'dashboard.try.history' },
  { key: '2-3', to: '/monitor/threoldManage', words: 'dashboard.try.alarms' },
  { key: '4-1', to: '/alarmConfig/threshold', words: 'dashboard.try.threshold' },
  { key: '3-3', to: '/manage/device', words: 'dashboard.try.device' },
] as const
