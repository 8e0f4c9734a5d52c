import { useNotify, useTranslate } from 'react-admin'
import { useEffect, useEffectEvent } from 'react'
import { clockOffset } from '../../../dataProvider/clock.ts'
import { DAY, HOUR, MINUTE } from '../../../resources/kit/zone.ts'

/**
 * Warns once in a tab that this computer's clock is wrong: times from other sources on this computer do not agree with
 * the console's.
 */
export default function WrongClock() {
  const notify = useNotify()
  const translate = useTranslate()
  const tell = useEffectEvent(() => {
    if (wasTold()) return
    const offset = clockOffset()
    const by = duration(Math.abs(offset))
    notify('shell.clock.notice', {
      type: 'warning',
      messageArgs: {
        by: translate(`shell.clock.${by.unit}`, { smart_count: by.count }),
        way: translate(offset < 0 ? 'shell.clock.ahead' : 'shell.clock.behind'),
      },
      autoHideDuration: WARNING_MS,
    })
  })
  useEffect(() => tell(), [])
  return null
}

/** How long the warning is shown, ms. */
const WARNING_MS = 15_000

const KEY = 'clock.told'

function wasTold(): boolean {
  try {
    if (sessionStorage.getItem(KEY) !== null) return true
    sessionStorage.setItem(KEY, '1')
    return false
  } catch {
    const told = toldHere
    toldHere = true
    return told
  }
}
/** Replaces the stored mark where the browser refuses storage. */
let toldHere = false

function duration(ms: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (ms < 2 * HOUR) return { unit: 'minutes', count: Math.round(ms / MINUTE) }
  return ms < 2 * DAY ? { unit: 'hours', count: Math.round(ms / HOUR) } : { unit: 'days', count: Math.round(ms / DAY) }
}
