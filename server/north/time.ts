import { zoneOf } from '../../resources/kit/zone.ts'

interface Clock {
  now: number
  timeZone: string
}

/**
 * Returns a time in the form that a format's row names: `ms`, `s`, `iso`, or a pattern in the platform's time zone; the
 * prefix `now ` means the time of the push.
 */
export function timeText(form: string, time: number | null, { now, timeZone }: Clock): string | number | null {
  const ofPush = form.startsWith('now ')
  const at = ofPush ? now : time
  if (at === null) return null
  const plain = ofPush ? form.slice('now '.length) : form
  if (plain === 'ms') return at
  if (plain === 's') return Math.floor(at / 1000)
  if (plain === 'iso') return new Date(at).toISOString()
  const [yyyy = '', MM = '', dd = '', HH = '', mm = '', ss = ''] = zoneOf(timeZone).full(at).split(/[- :]/)
  const parts: Readonly<Record<string, string>> = { yyyy, MM, dd, HH, mm, ss, SSS: String(at % 1000).padStart(3, '0') }
  return plain.replaceAll(/yyyy|MM|dd|HH|mm|ss|SSS/g, (token) => parts[token] ?? token)
}
