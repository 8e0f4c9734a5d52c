import { useTranslate } from 'react-admin'
import { memo, useMemo, useState, type PointerEvent } from 'react'
import type { Zone } from '../../../resources/kit/zone.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import { carpetOf, clockEnds, type CarpetRow } from './carpet.ts'
import type { HourLine } from './hours.ts'
import { extentOf, fillOf, type NodeJudgement } from './judged.ts'
import css from './month.module.css'

interface DayByHourProps {
  line: HourLine
  judged: NodeJudgement
  first: string
  last: string
  zone: Zone
  day: string | null
  onDay: (day: string | null) => void
}

const [CELL, HEIGHT, HEAD] = [12, 9, 44]
const WIDTH = HEAD + 24 * CELL

/** Every hour of the days as a cell in the colour of its class; hours without data are hatched. */
export function DayByHour({ line, judged, first, last, zone, day, onDay }: DayByHourProps) {
  const translate = useTranslate()
  const words = useClassWords()
  const [hour, setHour] = useState<number | null>(null)
  const rows = useMemo(() => carpetOf(line.hours, first, last, zone), [line, first, last, zone])
  const extent = useMemo(() => extentOf(line.hours.map(({ mean }) => mean)), [line])
  const ends = useMemo(() => clockEnds(rows, line.isSound), [rows, line])
  const read = ({ target }: PointerEvent) => {
    const cell = target instanceof Element ? target.closest('[data-hour]') : null
    setHour(cell ? Number(cell.getAttribute('data-hour')) : null)
    onDay(cell?.parentElement?.getAttribute('data-day') ?? null)
  }
  const told = rows.find((row) => row.day === day)?.cells[hour ?? -1]
  const judgement = told ? judged.hour(told.mean, told.at) : null
  const said = told
    ? [
        zone.full(told.at).slice(5, 16),
        `${numberText(told.mean, line.decimals)} ${line.unit}`.trim(),
        judgement && words.short(judgement),
      ]
        .filter(Boolean)
        .join(' · ')
    : ends && translate('history.byDay.carpetEnds', ends)
  return (
    <>
      <svg
        className={css.carpet}
        viewBox={`0 0 ${WIDTH} ${rows.length * HEIGHT + 16}`}
        role="img"
        aria-label={ends ? translate('history.byDay.carpetEnds', ends) : translate('history.byDay.carpetNone')}
        data-part="carpet"
        onPointerMove={read}
        onPointerLeave={() => {
          setHour(null)
          onDay(null)
        }}
      >
        <defs>
          <pattern id="history-hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="4" height="4" className={css.hatchField} />
            <line y2="4" className={css.hatchLine} />
          </pattern>
        </defs>
        {rows.map((row, index) => (
          <Row
            key={row.day}
            row={row}
            top={index * HEIGHT}
            lit={row.day === day}
            // Every fifth row is labelled, and the first; day 5 as the second row would be too close to the first.
            named={index === 0 || (index > 1 && Number(row.day.slice(8)) % 5 === 0)}
            judged={judged}
            extent={extent}
          />
        ))}
        {[0, 6, 12, 18].map((clock) => (
          <text key={clock} className={css.tick} x={HEAD + clock * CELL} y={rows.length * HEIGHT + 12}>
            {`${String(clock).padStart(2, '0')}:00`}
          </text>
        ))}
      </svg>
      <p className={css.said}>{said}</p>
    </>
  )
}

interface RowProps {
  row: CarpetRow
  top: number
  lit: boolean
  named: boolean
  judged: NodeJudgement
  extent: readonly [number, number]
}

const Row = memo(function Row({ row: { day, cells }, top, lit, named, judged, extent }: RowProps) {
  return (
    <g data-day={day} data-lit={lit || undefined} className={css.row}>
      {named && (
        <text className={css.tick} x={0} y={top + HEIGHT - 1.5}>
          {day.slice(5)}
        </text>
      )}
      {cells.map((cell, clock) => (
        <rect
          key={clock}
          data-hour={clock}
          x={HEAD + clock * CELL}
          y={top}
          width={CELL - 1}
          height={HEIGHT - 1}
          fill={cell ? fillOf(judged.hour(cell.mean, cell.at), cell.mean, extent) : 'url(#history-hatch)'}
        />
      ))}
    </g>
  )
})
