import { ClockAlert, CloudOff, Info } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { messageOf } from '../messageOf.ts'
import css from './feedback.module.css'

export interface InlineErrorProps {
  /** A thrown error, a message key or a sentence. */
  error: unknown
  onRetry?: () => void
  tone?: 'error' | 'warning' | 'info'
}

/** A banner inside a panel that keeps its old data: the failure, and a retry. */
export function InlineError({ error, onRetry, tone = 'error' }: InlineErrorProps) {
  const translate = useTranslate()
  const Icon = icons[tone]
  return (
    <div className={css.banner} data-part="banner" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon size={16} />
      <span className={css.bannerText}>{messageOf(error, translate)}</span>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {translate('shell.retry')}
        </button>
      )}
    </div>
  )
}

const icons = { error: CloudOff, warning: ClockAlert, info: Info }
