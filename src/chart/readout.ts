import type uPlot from 'uplot'
import { numberText } from '../../resources/kit/reading.ts'
import { swatchOf } from './colors.ts'
import type { Columns, MarkedRange, Line, ReadoutWords } from './model.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import css from './chart.module.css'

/**
 * Writes the values at the cross-hair into a box beside it. Writes to the DOM directly: a pointer moves 60 times a
 * second, and React would render as often. Line names are inserted as text, never as markup.
 */
export function showReadout(
  box: HTMLElement | null,
  chart: uPlot,
  lines: readonly Line[],
  zone: Zone,
  episodes: readonly MarkedRange[],
  words: ReadoutWords | null = null,
): void {
  if (!box) return
  const { idx, left = -1 } = chart.cursor
  const at = idx == null ? null : (chart.data[0][idx] ?? null)
  if (idx == null || at === null || left < 0) return hideReadout(box)
  const values = lines.map((_, index) => nearestValue(chart.data[index + 1] ?? [], idx))
  box.replaceChildren(
    element('div', css.readoutTime, words ? words.time(at) : zone.full(at)),
    ...lines.map((line, index) => entry(line, values[index] ?? null)),
    ...(words?.notes(at, values) ?? []).map((note) => element('div', undefined, note)),
    ...labelsAt(episodes, at, true).map((label) => element('div', undefined, label)),
    ...labelsAt(episodes, at, false).map((label) => element('div', css.readoutAlarm, label)),
  )
  box.hidden = false
  const edge = chart.bbox.left / devicePixelRatio + left
  // On the side with more room: measuring the box would force a layout at every move.
  const before = edge > chart.width / 2
  box.style.left = `${before ? edge - 12 : edge + 12}px`
  box.style.transform = before ? 'translateX(-100%)' : ''
}

export function hideReadout(box: HTMLElement | null): void {
  if (box) box.hidden = true
}

/** Returns the same content as one sentence, for a screen reader. */
export function readingAt(
  [times, ...columns]: Columns,
  index: number,
  lines: readonly Line[],
  zone: Zone,
  episodes: readonly MarkedRange[],
  words: ReadoutWords | null = null,
): string {
  const at = times[index] ?? 0
  const values = lines.map((_, order) => nearestValue(columns[order] ?? [], index))
  const named = lines.map((line, order) => `${line.label} ${valueText(line, values[order] ?? null)}`)
  const [time, notes] = words ? [words.time(at), words.notes(at, values)] : [zone.full(at), []]
  return [time, ...named, ...notes, ...labelsAt(episodes, at, true), ...labelsAt(episodes, at, false)].join(', ')
}

/** Returns the alarms active at a moment, or the maintenance in progress, without duplicates. */
const labelsAt = (episodes: readonly MarkedRange[], at: number, upkeep: boolean): string[] => [
  ...new Set(
    episodes
      .filter(({ from, to, kind }) => from <= at && at <= to && (kind === 'maintenance') === upkeep)
      .map(({ label }) => label),
  ),
]

/** Returns a value of a line as text: a switch's position, or a number with its unit. */
export const valueText = (
  { unit, positions, decimals }: Pick<Line, 'unit' | 'positions' | 'decimals'>,
  value: number | null,
): string =>
  value === null ? '—' : positions ? positions[value === 1 ? 1 : 0] : `${numberText(value, decimals)} ${unit}`.trim()

/** Returns the value at an index or, if the line has none there, the nearest one. A gap stays a gap. */
function nearestValue(values: ArrayLike<number | null | undefined>, index: number): number | null {
  for (let distance = 0; distance < 8; distance++) {
    for (const place of [index - distance, index + distance]) {
      const value = values[place]
      if (value !== undefined) return value
    }
  }
  return null
}

function entry(line: Line, value: number | null): HTMLElement {
  const row = element('div', css.readoutRow)
  const swatch = element('i', css.swatch)
  swatch.style.background = swatchOf(line.color)
  row.append(swatch, element('span', css.readoutName, line.label), element('b', undefined, valueText(line, value)))
  return row
}

function element(tag: string, className: string | undefined, text = ''): HTMLElement {
  const made = document.createElement(tag)
  if (className) made.className = className
  made.textContent = text
  return made
}
