import { IconButton, Tooltip } from '@mui/material'
import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import css from './project.module.css'
import controlsCss from '../../kit/controls.module.css'

interface Line {
  label: string
  value: string
}

/** Read-only values of a project; the credential is masked until it is revealed. */
export function ReadOnlyFields({ pin, messages, credential }: { pin: Line; messages: Line; credential: string }) {
  const translate = useTranslate()
  const [shown, setShown] = useState(false)
  const Icon = shown ? Eye : EyeOff
  const name = translate(shown ? 'shell.hideSecret' : 'shell.showSecret')
  return (
    <dl className={clsx(css.wide, css.facts)}>
      {[pin, messages].map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
      <div className={css.wide}>
        <dt>{translate('shell.credential')}</dt>
        <dd className={css.secret}>
          <code>{credential === '' ? '—' : shown ? credential : '••••••••••••'}</code>
          {credential !== '' && (
            <Tooltip title={name}>
              <IconButton aria-label={name} aria-pressed={shown} onClick={() => setShown(!shown)}>
                <Icon size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </Tooltip>
          )}
        </dd>
        <dd className={controlsCss.fieldHelp}>{translate('shell.credentialHint')}</dd>
      </div>
    </dl>
  )
}
