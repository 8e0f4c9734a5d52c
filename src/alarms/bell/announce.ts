import type { Alarm } from './alarms.ts'

/**
 * Plays some short tones, more and higher ones for graver alarms: 1 urgent to 4 early warning. Stays silent where the
 * browser refuses to play sound because the user has not interacted with the page yet.
 */
export function beep(level = 2): void {
  if (typeof AudioContext === 'undefined') return
  const context = new AudioContext()
  const gain = context.createGain()
  gain.connect(context.destination)
  const tones = TONES[level] ?? TONES[2]
  tones.forEach(([frequency, start], index) => {
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    gain.gain.setValueAtTime(LOUDNESS, context.currentTime + start)
    gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + start + LENGTH)
    tone.connect(gain)
    tone.start(context.currentTime + start)
    tone.stop(context.currentTime + start + LENGTH)
    if (index === tones.length - 1) tone.addEventListener('ended', () => void context.close().catch(() => {}))
  })
}

type Tone = readonly [hertz: number, start: number]
const TONES: Readonly<Record<number, readonly Tone[]> & Record<2, readonly Tone[]>> = {
  1: [
    [1046, 0],
    [880, 0.22],
    [1046, 0.44],
    [880, 0.66],
  ],
  2: [
    [880, 0],
    [660, 0.22],
  ],
  3: [[660, 0]],
  4: [[523, 0]],
}
const LENGTH = 0.2
const LOUDNESS = 0.15

export type NotifyState = NotificationPermission | 'unsupported'

export const notifyState = (): NotifyState =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission

/** Asks for the permission to show notifications; to be called from a button only. */
export const askToNotify = async (): Promise<NotifyState> =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.requestPermission().catch(() => notifyState())

/**
 * Shows a browser notification where permission was granted. The same alarm in several tabs is one notification,
 * because the tabs share its tag.
 */
export function notifyOf(tag: string, title: string, body: string, onClick: () => void): void {
  if (notifyState() !== 'granted') return
  try {
    const shown = new Notification(title, { body, tag: `alarm-${tag}` })
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
      onClick()
    })
  } catch {
    // Some phones let only service workers show notifications.
  }
}

const SPOKEN = 3

/** Describes alarms in a sentence each: the first few, and how many more there are. */
export function spoken(
  alarms: readonly Pick<Alarm, 'deviceName' | 'message'>[],
  translate: (key: string, options?: object) => string,
): string {
  const words = alarms
    .slice(0, SPOKEN)
    .map(({ deviceName, message }) => translate('bell.said', { device: deviceName, message }))
  return [
    ...words,
    ...(alarms.length > SPOKEN ? [translate('bell.andMore', { smart_count: alarms.length - SPOKEN })] : []),
  ].join(' ')
}
