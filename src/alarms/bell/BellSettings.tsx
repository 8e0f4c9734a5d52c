import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import controlsCss from '../../kit/controls.module.css'
import { askToNotify, beep, notifyState } from './announce.ts'
import { setSound, useSound } from './settings.ts'
import css from './bell.module.css'

/** How new alarms make themselves known besides the popup: by sound, and by the browser's notifications. */
export function BellSettings() {
  const translate = useTranslate()
  const sound = useSound()
  const [state, setState] = useState(notifyState)
  return (
    <div className={css.settings}>
      <label>
        <input
          type="checkbox"
          className={controlsCss.check}
          checked={sound}
          onChange={({ target }) => {
            setSound(target.checked)
            // Heard at once: it is known how loud it is, and the browser lets the page sound from now on.
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
    </div>
  )
}

const stateKeys = { granted: 'bell.notifyOn', denied: 'bell.notifyDenied', unsupported: 'bell.notifyNone' }
