import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import { useExtensions } from '../../kit/index.ts'
import controlsCss from '../../kit/controls.module.css'
import { askToNotify, beep, notifyState } from './announce.ts'
import { setSound, useSound } from './settings.ts'
import css from './bell.module.css'

const PushOptIn = lazy(async () => ({ default: (await import('../channels/PushOptIn.tsx')).PushOptIn }))

/**
 * How new alarms are announced besides the popup: by sound, by browser notifications, and by push while no page is
 * open.
 */
export function BellSettings() {
  const translate = useTranslate()
  const sound = useSound()
  const [state, setState] = useState(notifyState)
  const pushes = useExtensions()?.has('alarm-channels') === true
  return (
    <div className={css.settings}>
      <label>
        <input
          type="checkbox"
          className={controlsCss.check}
          checked={sound}
          onChange={({ target }) => {
            setSound(target.checked)
            // Plays a tone at once: the user hears how loud it is, and the browser lets the page play sounds from then
            // on.
            if (target.checked) beep()
          }}
        />
        {translate('bell.sound')}
      </label>
      {state === 'default' ? (
        <Button size="small" onClick={() => void askToNotify().then(setState)}>
          {translate('bell.allow')}
        </Button>
      ) : (
        <span>{translate(stateKeys[state])}</span>
      )}
      {pushes && (
        <Suspense fallback={null}>
          <PushOptIn />
        </Suspense>
      )}
    </div>
  )
}

const stateKeys = { granted: 'bell.notifyOn', denied: 'bell.notifyDenied', unsupported: 'bell.notifyNone' }
