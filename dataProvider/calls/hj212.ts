import { call } from '../http.ts'

/**
 * The calls of stations that speak HJ 212: an extension of this platform ("hj212" in its capabilities). Times are epoch
 * ms.
 */

export interface StationState {
  mn: string
  /** Null if the platform accepts no HJ 212 connections. */
  port: number | null
  version: number
  has_pw: number
  has_key: number
  session: {
    up: number
    since: number
    address: string
    version: number
    st: string
    last_at: number
    frames: number
  } | null
  /** Factors in the station's messages that no node has. */
  unmapped: string[]
  states: { cn: number; name: string; value: string; at: number }[]
}

export const stationState = (device: number, signal?: AbortSignal): Promise<StationState> =>
  call('GET', `hj212/${device}`, { signal })

/** Changes the settings of a station: an absent setting stays, null removes it. */
export async function setStation(
  device: number,
  mn: string,
  settings: { pw?: string | null; key?: string | null; version?: number },
): Promise<void> {
  await call('PUT', `godbDevice/${device}`, { body: { mn } })
  await call('PUT', `godbDevice/${device}/hj212`, { body: settings })
}

export interface StationCommand {
  id: number
  cn: number
  params: Record<string, string>
  asked_at: number
  asked_by: string | null
  /** Null while the command is running. */
  outcome: 'done' | 'refused' | 'failed' | 'timeout' | 'offline' | 'lost' | null
  ended_at: number | null
  answer: { qnRtn: string | null; exeRtn: string | null; values: [string, string][] } | null
}

export const stationCommands = (device: number, signal?: AbortSignal): Promise<StationCommand[]> =>
  call('GET', `hj212/${device}/commands`, { signal })

export const sendStationCommand = (
  device: number,
  cn: string,
  params: Record<string, string>,
): Promise<{ id: number }> => call('POST', `hj212/${device}/commands`, { body: { cn, params } })

export interface ReportedRow {
  t: number
  factor: string
  min: number | null
  avg: number | null
  max: number | null
  flag: string | null
  own: number | null
  differs: number | null
}

/** Returns the values a station reports for spans itself: cn 2051 minutes, 2061 hours, 2031 days. */
export const reportedSpans = (
  device: number,
  cn: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<ReportedRow[]> => call('GET', `hj212/${device}/reported?cn=${cn}&from=${from}&to=${to}`, { signal })

export interface RefusedStation {
  mn: string
  /** Why the station was turned away, or why its messages cannot be read. */
  reason:
    | 'unknown'
    | 'password'
    | 'key'
    | 'crc'
    | 'crcSwapped'
    | 'crcModbus'
    | 'crcModbusSwapped'
    | 'segment'
    | 'tail'
    | 'length'
    | 'garbage'
    | 'half'
  st: string
  version: number
  address: string
  factors: string[]
  frame: string
  first_at: number
  last_at: number
  times: number
  device: { id: number; name: string } | null
  models: { id: number; name: string; matched: number; of: number }[]
}

export const refusedStations = (signal?: AbortSignal): Promise<RefusedStation[]> =>
  call('GET', 'hj212knocks', { signal })

export const forgetRefusedStation = async (mn: string): Promise<void> =>
  void (await call('DELETE', `hj212knocks/${encodeURIComponent(mn)}`))

/** Creates a device for an unknown station that tried to connect; returns the device's id. */
export const makeStation = (
  mn: string,
  device: { name: string; district_id: number; devicetype_id: number; pw: string },
): Promise<{ id: number }> => call('POST', `hj212knocks/${encodeURIComponent(mn)}/device`, { body: device })
