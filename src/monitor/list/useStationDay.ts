import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PlaceHour, PlaceRow } from '../../../dataProvider/calls/placeHours.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { DAY, HOUR, MINUTE } from '../../../resources/kit/zone.ts'
import { judgedHours, lacksHours, SOON_MS } from '../../environment/placeHours.ts'
import { SCALE_OF } from '../../environment/scale.ts'
import type { DayHour, StationDay } from './dayShape.ts'

/**
 * Debounce, ms: devices that come into view are requested together, once none was added for this long, that is, once
 * the list rests.
 */
const REST_MS = 150
/** Maximum number of stations per call (docs/wire.md, `environment-hours`). */
const MAX_STATIONS = 100
/** Time within which the platform computes an hour after its end (docs/wire.md, `environment`), ms. */
const WORKED_OUT_MS = 5 * MINUTE
/** Interval after which a failed or empty request is repeated, ms. */
const RETRY_MS = 5 * MINUTE

/** Returns the end of the newest hour that the platform has computed, ms since the epoch. */
export const newestHourEnd = (now: number): number => hourEnd(now - WORKED_OUT_MS)

/** Returns the end of the last hour before a past moment, ms since the epoch; that hour has been computed since. */
export const hourEnd = (moment: number): number => Math.floor(moment / HOUR) * HOUR

/**
 * Returns the last day of a visible device, up to the hour that ended at `until` (ms since the epoch), one entry per
 * medium; undefined before it is loaded. It is requested once, in one call with the other visible devices, and cached
 * for an hour across pages; if hours are missing, a few times more. Until the next hour is loaded the last answer is
 * shown, also if the next request fails and is repeated: its hours are still true, and drawn at their own times, so
 * that the curve ends before the right edge.
 */
export function useStationDay(device: number, until: number): readonly StationDay[] | undefined {
  const { data, refetch } = useQuery({
    // The key leaves out the hour: with the hour in the key nothing would be shown if its request fails.
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
    // A request that the mounting row has already started is not cancelled.
    if (toldUntil !== until) void refetch({ cancelRefetch: false })
  }, [toldUntil, until, refetch])
  return data?.days
}

interface Asked {
  device: number
  /** Aborted: the row left the view before the request was sent. */
  signal: AbortSignal
  resolve: (days: readonly StationDay[]) => void
  reject: (error: unknown) => void
}

interface Waiting {
  timer: ReturnType<typeof setTimeout> | undefined
  asked: Asked[]
}

/** Pending requests by `until`. */
const waiting = new Map<number, Waiting>()

function ask(device: number, until: number, signal: AbortSignal): Promise<readonly StationDay[]> {
  const queue = waiting.get(until) ?? { timer: undefined, asked: [] }
  waiting.set(until, queue)
  clearTimeout(queue.timer)
  queue.timer = setTimeout(() => {
    waiting.delete(until)
    // Devices that were scrolled past are not requested.
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

/**
 * One station that was removed, or is not the user's any more, makes the whole call fail: the batch is halved until the
 * others succeed.
 */
async function sendHalves(asked: readonly Asked[], until: number): Promise<void> {
  const middle = Math.ceil(asked.length / 2)
  await Promise.all([send(asked.slice(0, middle), until), send(asked.slice(middle), until)])
}

/**
 * Returns the data of a curve, a tenth of the answer. Hours of another standard than the last hour's are not
 * comparable, and are left out.
 */
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

/** Returns an hour's air index, sound level or water class; null if the hour is not judged. */
function judgedHour(medium: PlaceRow['medium'], hour: PlaceHour): (DayHour & { standard: string }) | null {
  const { at, standard, index, level, parts } = hour
  const value = medium === 'air' ? index : medium === 'noise' ? (parts['leq']?.value ?? null) : level
  return value === null || level === null ? null : { at, standard, value, level }
}
