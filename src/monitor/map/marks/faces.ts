import type { ClassWords } from '../../../environment/useClassWords.ts'
import type { StationReading } from '../../../environment/quantity.ts'
import { classKey } from '../../../environment/scale.ts'
import type { PlateFace } from '../../../map/plates.ts'
import type { Status } from '../../../kit/index.ts'

/** How a device is; of a past moment its alarms alone are known. */
export interface MarkState {
  status: Status
  alarm: boolean
  /** A maintenance window is open over it. */
  upkeep: boolean
}

/** What stands on the plate of a station, in the order of what matters more: offline, under maintenance, not judged, stale, judged. */
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

/** A reading as it stands on a plate: the index, the numeral of water, a mean with no more digits than fit. */
export function figureText({ scale, value, verdict }: StationReading, words: ClassWords): string {
  if (scale === 'w') return words.figure(verdict) ?? '—'
  return value === null ? '—' : plateNumber(value)
}

/** A figure with no more digits than fit. */
export const plateNumber = (value: number): string =>
  value >= 9.95 ? String(Math.round(value)) : String(Math.round(value * 10) / 10)

/** By which standard and of how long a mean readings are where nothing else is said of them: those of the legend; `period` is '' where it says several. */
export interface Told {
  standard: string
  period: string
}

/**
 * A reading in words: "AQI 148 轻度", of an index of too few pollutants with those that are missing: "AQI 148 轻度 · 4 / 6 · 缺 SO2、CO"; of one that is told otherwise
 * than the legend says with how: "O₃ 150 敏感 · 8 小时 · USAQI-2024".
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

type Translate = (key: string, options?: object) => string
