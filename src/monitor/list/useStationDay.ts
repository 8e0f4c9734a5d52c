import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PlaceHour, PlaceRow } from '../../../dataProvider/calls/placeHours.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { DAY, HOUR, MINUTE } from '../../../resources/kit/zone.ts'
import { judgedHours, lacksHours, SOON_MS } from '../../environment/placeHours.ts'
import { SCALE_OF } from '../../environment/scale.ts'
import type { DayHour, StationDay } from './dayShape.ts'

/** Devices that come into sight are asked for together, once none has come for so long: the list rests then. ms */
const REST_MS = 150
/** Stations that one call may name (docs/wire.md, `environment-hours`). */
const MAX_STATIONS = 100
/** An hour that ended is worked out within so long (docs/wire.md, `environment`). ms */
const WORKED_OUT_MS = 5 * MINUTE
/** Where nothing came, or nothing was told yet, it is asked for again. ms */
const RETRY_MS = 5 * MINUTE

/** The end of the newest hour that the platform has worked out, epoch ms. */
export const newestHourEnd = (now: number): number => hourEnd(now - WORKED_OUT_MS)

/** The end of the last hour that was over at a past moment, epoch ms: it was worked out since. */
export const hourEnd = (moment: number): number => Math.floor(moment / HOUR) * HOUR

/**
 * The last day of a device that is in sight, up to the hour that ended at `until` (epoch ms), one a medium; undefined before it is known. It is asked for once, in one call
 * with the others in sight, and kept for an hour, on other pages too; where it lacks hours, a few times more. Until the next hour is there, the last answer stands, also
 * where that cannot be had and is asked for again: its hours are as true as before, and drawn where they belong, so that the curve ends before its room does.
 */
export function useStationDay(device: number, until: number): readonly StationDay[] | undefined {
  const { data, refetch } = useQuery({
    // Without the hour: of a key of its own nothing would be known where it cannot be had.
    queryKey: ['environment', 'stationDay', device],
    queryFn: async ({ signal }) => ({ until, days: await ask(device, until, signal) }),
    staleTime: ({ state: { data: known } }) => (known?.until === until ? Infinity : 0),
    gcTime: HOUR,
    refetchInterval: ({ state }) => {
      const { data: known } = state
      if (known?.until !== until || known.days.every(({ hours }) => hours.length === 0)) return RETRY_MS
      return lacksHours(known.days, DAY / HOUR, state) && SOON_MS
    },
    retry: false,
  })
  const toldUntil = data?.until
  useEffect(() => {
    // What is on its way already, as a row appears, is waited for.
    if (toldUntil !== until) void refetch({ cancelRefetch: false })
  }, [toldUntil, until, refetch])
  return data?.days
}

interface Asked {
  device: number
  /** Aborted: its row has left before it was asked for. */
  signal: AbortSignal
  resolve: (days: readonly StationDay[]) => void
  reject: (error: unknown) => void
}

interface Waiting {
  timer: ReturnType<typeof setTimeout> | undefined
  asked: Asked[]
}

/** Those that wait, by the hour up to which they are asked for. */
const waiting = new Map<number, Waiting>()

function ask(device: number, until: number, signal: AbortSignal): Promise<readonly StationDay[]> {
  const queue = waiting.get(until) ?? { timer: undefined, asked: [] }
  waiting.set(until, queue)
  clearTimeout(queue.timer)
  queue.timer = setTimeout(() => {
    waiting.delete(until)
    // Those that were scrolled past are not asked for.
    const inSight = queue.asked.filter(({ signal: { aborted } }) => !aborted).toSorted((a, b) => a.device - b.device)
    for (let from = 0; from < inSight.length; from += MAX_STATIONS)
      void send(inSight.slice(from, from + MAX_STATIONS), until)
  }, REST_MS)
  return new Promise((resolve, reject) => queue.asked.push({ device, signal, resolve, reject }))
}

async function send(asked: readonly Asked[], until: number): Promise<void> {
  try {
    const devices = asked.map(({ device }) => device)
    const rows = await judgedHours({ devices, from: until - DAY, to: until })
    for (const { device, resolve } of asked) resolve(rows.filter((row) => row.device === device).map(dayOf))
  } catch (error) {
    if (asked.length > 1 && error instanceof WireError && error.status === 404) await sendHalves(asked, until)
    else for (const { reject } of asked) reject(error)
  }
}

/** One station that is gone, or is the user's no more, has all of a call refused: the others are looked for by halves. */
async function sendHalves(asked: readonly Asked[], until: number): Promise<void> {
  const middle = Math.ceil(asked.length / 2)
  await Promise.all([send(asked.slice(0, middle), until), send(asked.slice(middle), until)])
}

/** What a curve is drawn of, a tenth of the answer. Hours of another standard than the last one do not compare with it, and are left out. */
function dayOf({ medium, hours }: PlaceRow): StationDay {
  const judged = hours.flatMap((hour) => judgedHour(medium, hour) ?? [])
  const standard = judged.at(-1)?.standard ?? ''
  return {
    scale: SCALE_OF[medium],
    standard,
    hours: judged
      .filter((hour) => hour.standard === '' || hour.standard === standard)
      .map(({ at, value, level }) => ({ at, value, level })),
  }
}

/** The hour's index of air, level of sound or class of water; null where law does not judge it. */
function judgedHour(medium: PlaceRow['medium'], hour: PlaceHour): (DayHour & { standard: string }) | null {
  const { at, standard, index, level, parts } = hour
  const value = medium === 'air' ? index : medium === 'noise' ? (parts['leq']?.value ?? null) : level
  return value === null || level === null ? null : { at, standard, value, level }
}
