import type { ClassWords } from '../../../environment/useClassWords.ts'
import type { StationReading } from '../../../environment/quantity.ts'
import { classKey } from '../../../environment/scale.ts'
import type { PlateFace } from '../../../map/plates.ts'
import type { Status } from '../../../kit/index.ts'

/** The state of a device; at a past moment only its alarms are known. */
export interface MarkState {
  status: Status
  alarm: boolean
  /** Whether a maintenance window is open for it. */
  upkeep: boolean
}

/** Returns what a station's plate shows. Precedence: offline, under maintenance, not judged, stale, judged. */
export function faceOf(reading: StationReading, words: ClassWords, state: MarkState): PlateFace {
  const { alarm } = state
  const { scale, level, verdict } = reading
  const silent = state.status === 'offline' || state.status === 'disabled'
  if (state.upkeep && !silent) return { look: 'upkeep', verdict: null, figure: '', ticks: 0, alarm }
  if (silent || verdict.coverage === 0) return { look: 'none', verdict: null, figure: '—', ticks: 0, alarm }
  if (level === null) {
    const figure = scale === 'a' ? `${verdict.known}/${verdict.needed}` : '—'
    return { look: 'few', verdict: null, figure, ticks: 0, alarm }
  }
  const look = state.status === 'stale' ? 'stale' : 'solid'
  return { look, verdict: classKey({ scale, level }), figure: figureText(reading, words), ticks: level, alarm }
}

/** Returns a reading as plate text: the index, the numeral of a water class, or a mean with as many digits as fit. */
export function figureText({ scale, value, verdict }: StationReading, words: ClassWords): string {
  if (scale === 'w') return words.figure(verdict) ?? '—'
  return value === null ? '—' : plateNumber(value)
}

/** Formats a number with as many digits as fit on a plate. */
export const plateNumber = (value: number): string =>
  value >= 9.95 ? String(Math.round(value)) : String(Math.round(value * 10) / 10)

/**
 * Standard and period of the legend, which hold for readings that name no others; `period` is '' if the legend lists
 * several.
 */
export interface Told {
  standard: string
  period: string
}

/**
 * Returns a reading as text: "AQI 148 轻度"; with the missing pollutants of an incomplete index: "AQI 148 轻度 · 4 / 6 · 缺
 * SO2、CO"; with period and standard if they differ from the legend's: "O₃ 150 敏感 · 8 小时 · USAQI-2024".
 */
export function readingWords(
  reading: StationReading,
  name: string,
  words: ClassWords,
  translate: Translate,
  legend: Told = { standard: reading.verdict.standard, period: reading.period },
): string {
  const { scale, level, verdict, period, missing } = reading
  const { standard } = verdict
  const isApart = level !== null && (standard !== legend.standard || period !== legend.period)
  const said = level === null ? translate('environment.state.insufficient') : words.short({ scale, level, standard })
  const told = [name, scale === 'w' || level === null ? '' : figureText(reading, words), said].filter(Boolean).join(' ')
  return [told, words.partial({ standard, period: '1h', missing }), isApart && words.law({ standard, period })]
    .filter(Boolean)
    .join(' · ')
}

/**
 * Returns the name of a device's mark: its state, and what the mark says of it (`said`; '': nothing). At a past moment
 * an unknown state, which is that of every device, is left out beside anything else. A device of which nothing is said
 * is unknown then: its values may have been there, and may not be loaded.
 */
export function markName(
  { name, status, said, isPast }: { name: string; status: Status; said: string; isPast: boolean },
  translate: Translate,
): string {
  const state = translate(`shell.status.${status}`)
  if (said === '') return translate('map.mark', { name, status: state })
  if (isPast && status === 'unknown') return translate('map.mark', { name, status: said })
  return translate('map.markValue', { name, status: state, value: said })
}

type Translate = (key: string, options?: object) => string
