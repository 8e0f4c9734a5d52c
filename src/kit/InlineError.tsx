import { ClockAlert, CloudOff, Info } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { messageOf } from './messageOf.ts'

export interface InlineErrorProps {
  /** A thrown error, a message key or a sentence. */
  error: unknown
  onRetry?: () => void
  tone?: 'error' | 'warning' | 'info'
}

/** A banner inside a panel that keeps its old data: what failed, and another try. */
export function InlineError({ error, onRetry, tone = 'error' }: InlineErrorProps) {
  const translate = useTranslate()
  const Icon = icons[tone]
  return (
    <div className={`ui-banner ui-banner--${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon size={16} strokeWidth={1.75} />
      <span className="ui-banner__text">{messageOf(error, translate)}</span>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {translate('shell.retry')}
        </button>
      )}
    </div>
  )
}

const icons = { error: CloudOff, warning: ClockAlert, info: Info }
