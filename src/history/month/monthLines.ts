import type { Zone } from '../../../resources/kit/zone.ts'
import type { AirScheme } from '../../../standards/index.ts'
import type { Line } from '../../chart/model.ts'
import { daysOf, noonOf, type ShownDay } from './days.ts'
import type { HourLine } from './hours.ts'

/** Returns a node's daily values as a line; days without a value break it. */
export function dayLine(line: HourLine, days: readonly ShownDay[], { color }: Pick<Line, 'color'>): Line {
  return {
    key: `days ${line.id}`,
    label: line.label,
    unit: line.unit,
    color,
    decimals: line.decimals,
    times: days.map(({ at }) => at),
    values: days.map(({ value }) => value),
  }
}

/** Returns the daily values of nodes as lines; nodes without hours have none. */
export const dayLines = (
  nodes: readonly { id: number; line: Pick<Line, 'color'> }[],
  told: readonly HourLine[],
  zone: Zone,
  scheme: AirScheme | undefined,
): Line[] =>
  nodes.flatMap((node) => {
    const own = told.find(({ id }) => id === node.id)
    return own ? [dayLine(own, daysOf(own, zone, own.pollutant !== null, scheme), node.line)] : []
  })

interface Earlier {
  line: HourLine
  /** How much earlier the overlaid period is, ms. */
  shift: number
  /** How its days are judged, as those in view; null: it is drawn by hours. */
  byDay: { isJudged: boolean; scheme: AirScheme } | null
}

/** Returns times and values of an earlier period, shifted onto the visible one. */
export function overlaidPoints({ line, shift, byDay }: Earlier, zone: Zone): Pick<Line, 'times' | 'values'> {
  const points = byDay
    ? daysOf(line, zone, byDay.isJudged, byDay.scheme).map(({ at, value }) => ({
        at: noonOf(zone.day(at + shift), zone),
        value,
      }))
    : line.hours.map(({ at, mean }) => ({ at: at + shift + HALF_HOUR, value: mean }))
  return { times: points.map(({ at }) => at), values: points.map(({ value }) => value) }
}

const HALF_HOUR = 1_800_000
