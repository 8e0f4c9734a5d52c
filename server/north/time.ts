interface Clock {
  now: number
  timeZone: string
}

/** A time in the form a format's row names: `ms`, `s`, `iso`, or a pattern in the platform's time zone; `now ` in front means the push. */
export function timeText(form: string, time: number | null, { now, timeZone }: Clock): string | number | null {
  const ofPush = form.startsWith('now ')
  const at = ofPush ? now : time
  if (at === null) return null
  const plain = ofPush ? form.slice('now '.length) : form
  if (plain === 'ms') return at
  if (plain === 's') return Math.floor(at / 1000)
  if (plain === 'iso') return new Date(at).toISOString()
  const parts = partsOf(at, timeZone)
  return plain.replaceAll(/yyyy|MM|dd|HH|mm|ss|SSS/g, (token) => parts.get(token) ?? token)
}

function partsOf(at: number, timeZone: string): Map<string, string> {
  const parts = new Map(
    formatter(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? ''
  return new Map([
    ['yyyy', part('year')],
    ['MM', part('month')],
    ['dd', part('day')],
    ['HH', part('hour')],
    ['mm', part('minute')],
    ['ss', part('second')],
    ['SSS', String(at % 1000).padStart(3, '0')],
  ])
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Made once for each zone: it is slow to make. */
function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, made)
  return made
}
