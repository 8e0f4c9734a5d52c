import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { HOURS, type DayPart } from './day.ts'
import css from './day.module.css'

/** The hours of a day as a table: two halves of twelve hours, base above spread. */
export function DayGrid({ cell }: { cell: (part: DayPart, hour: number) => ReactNode }) {
  const translate = useTranslate()
  return HALVES.map((hours) => (
    <div key={hours[0]} className={css.scroll}>
      <table
        className={css.table}
        aria-label={translate('device.day.table', { from: hours[0], to: (hours.at(-1) ?? 0) + 1 })}
      >
        <thead>
          <tr>
            <th scope="col">{translate('device.day.hour')}</th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PARTS.map((part) => (
            <tr key={part}>
              <th scope="row">{translate(`device.day.${part}`)}</th>
              {hours.map((hour) => (
                <td key={hour}>{cell(part, hour)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  ))
}

const HALVES = [HOURS.slice(0, 12), HOURS.slice(12)]
export const PARTS = ['base', 'rand'] as const
