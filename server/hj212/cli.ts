import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DAY, HOUR } from '../../resources/kit/zone.ts'
import { explain } from './protocol/decode.ts'
import { frameOf } from './protocol/frame.ts'
import type { Group, Version } from './protocol/segment.ts'
import { createStation, type SimulatedStation } from './simulator.ts'
import { sm4Key } from './protocol/sm4.ts'
import { clockOf } from './protocol/time.ts'

const USAGE = `npm run hj212 -- simulate --port 2120 --pw 123456 [--host 127.0.0.1] [--stations 50] [--mn SIM00000] [--version 2005|2017|2025] [--key …] [--period 30] [--rounds 0] [--st 22] [--tls] [--faults]
npm run hj212 -- decode '##0101QN=…' [--key …]
npm run hj212 -- check host:port --mn … --pw … [--version 2017] [--key …] [--st 22] [--tls]`

const options = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '2120' },
  stations: { type: 'string', default: '1' },
  mn: { type: 'string', default: 'SIM00000' },
  pw: { type: 'string', default: '123456' },
  version: { type: 'string', default: '2017' },
  key: { type: 'string' },
  st: { type: 'string', default: '22' },
  period: { type: 'string', default: '30' },
  rounds: { type: 'string', default: '0' },
  tls: { type: 'boolean', default: false },
  faults: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof read>['values']
const read = (words: readonly string[]) => parseArgs({ args: [...words], options, allowPositionals: true })

/**
 * Runs a tool of docs/hj212.md. Returns whether it succeeded.
 *
 * @throws Error with a one-sentence message for an unknown command or wrong options
 */
export async function hj212Command(
  words: readonly string[],
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { values, positionals } = read(words)
  const [what, about] = positionals
  if (![2005, 2017, 2025].includes(Number(values.version)))
    throw new Error(`--version is ${values.version}; it takes 2005, 2017 or 2025.`)
  if (values.key !== undefined && !sm4Key(values.key)) throw new Error('--key has 32 hex digits or 16 characters.')
  if (what === 'decode' && about !== undefined) {
    const { ok, lines } = explain(about, values.key ?? null)
    for (const line of lines) say(line)
    return ok
  }
  if (what === 'simulate') return simulate(values, say, signal)
  if (what === 'check' && about !== undefined) {
    const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(about) ?? []
    if (host === '') throw new Error(`"${about}" is not a host:port.`)
    return check({ ...values, host, port }, say)
  }
  throw new Error(USAGE)
}

const clock = clockOf('Asia/Shanghai')

const stationOf = (values: Values, mn: string): SimulatedStation =>
  createStation({
    host: values.host,
    port: Number(values.port),
    mn,
    pw: values.pw,
    version: Number(values.version) as Version,
    st: values.st,
    key: values.key ?? null,
    tls: values.tls,
    history: (cn, from, to) => pastAverages(cn, from, to),
  })

/** Returns what a simulated air station measures: a daily wave, slightly different at each station. */
export function airContent(t: number, place: number): Group[] {
  const wave = Math.sin(((t / HOUR + place) / 24) * 2 * Math.PI)
  const value = (mean: number, swing: number, digits: number): string =>
    (mean + swing * wave + ((place * 37) % 11) / 10).toFixed(digits)
  const factors: [string, string][] = [
    ['a34004', value(42, 25, 0)],
    ['a34002', value(70, 40, 0)],
    ['a05024', value(80, 60, 0)],
    ['a21004', value(30, 15, 0)],
    ['a01001', value(18, 7, 1)],
    ['a01002', value(60, 20, 0)],
  ]
  return [
    [['DataTime', clock.write(t)]],
    ...factors.map(
      ([factor, text]): Group => [
        [`${factor}-Rtd`, text],
        [`${factor}-Flag`, 'N'],
      ],
    ),
  ]
}

/** Returns averages of the past, for requests of gaps. */
export function pastAverages(cn: string, from: number, to: number): { t: number; cp: Group[] }[] {
  const every = cn === '2051' ? 600_000 : cn === '2061' ? HOUR : DAY
  const first = Math.ceil(from / every) * every
  return Array.from({ length: Math.max(0, Math.min(400, Math.floor((to - first) / every) + 1)) }, (_, i) => ({
    t: first + i * every,
    cp: spanContent(first + i * every, 0).slice(1),
  }))
}

/** Returns the same values as averages of a span. */
export const spanContent = (t: number, place: number): Group[] =>
  airContent(t, place).map((group) => {
    const [[name = '', text = ''] = []] = group
    return name === 'DataTime'
      ? group
      : [
          [name.replace('-Rtd', '-Min'), text],
          [name.replace('-Rtd', '-Avg'), text],
          [name.replace('-Rtd', '-Max'), text],
          [name.replace('-Rtd', '-Flag'), 'N'],
        ]
  })

async function simulate(values: Values, say: (line: string) => void, signal: AbortSignal): Promise<boolean> {
  const [count, period, rounds] = [Number(values.stations), Number(values.period) * 1000, Number(values.rounds)]
  if (!(count >= 1 && count <= 10_000) || !(period > 0) || !(rounds >= 0))
    throw new Error('--stations takes 1 to 10000, --period seconds above 0, --rounds 0 (for ever) or more.')
  const names = Array.from({ length: count }, (_, i) =>
    count === 1 ? values.mn : `${values.mn}${String(i + 1).padStart(4, '0')}`,
  )
  say(
    `${count} stations of ${values.version}, ${names[0]}${count > 1 ? ` to ${names.at(-1)}` : ''}, to ${values.host}:${values.port} every ${values.period} s`,
  )
  const stations = names.map((mn) => stationOf(values, mn))
  let [sent, answered] = [0, 0]
  for (let round = 0; !signal.aborted && (rounds === 0 || round < rounds); round++) {
    const next = sleep(period, null, { signal }).catch(() => {})
    await Promise.all(
      stations.map(async (station, place) => {
        try {
          if (!station.connected()) await station.connect()
          if (values.faults) disturb(station, round + place)
          sent++
          if (await station.report('2011', airContent(Date.now(), place))) answered++
        } catch {
          // The next round tries again.
        }
      }),
    )
    say(
      `${new Date().toISOString()} sent ${sent}, answered ${answered}, connected ${stations.filter((station) => station.connected()).length}`,
    )
    if (rounds === 0 || round + 1 < rounds) await next
  }
  for (const station of stations) station.close()
  return answered > 0
}

/** Simulates the faults of real lines: noise, a truncated frame, a wrong checksum, a lost connection. */
function disturb(station: SimulatedStation, dice: number): void {
  const frame = station.frame({ cn: '2011', cp: airContent(Date.now(), 0) })
  if (dice % 5 === 1) station.raw('\r\nAT+CSQ\r\n')
  if (dice % 5 === 2) station.raw(frame.subarray(0, 40))
  if (dice % 5 === 3) station.raw(frameOf(frame.subarray(6, -6), { plain: Buffer.from('another') }))
  if (dice % 17 === 4) station.close()
}

async function check(values: Values, say: (line: string) => void): Promise<boolean> {
  const station = stationOf(values, values.mn)
  const tell = (ok: boolean, good: string, bad: string): boolean => {
    say(`${ok ? 'ok  ' : 'FAIL'} ${ok ? good : bad}`)
    return ok
  }
  try {
    await station.connect()
  } catch (error) {
    return tell(false, '', `no connection: ${error instanceof Error ? error.message : String(error)}`)
  }
  tell(true, `connected to ${values.host}:${values.port}`, '')
  const start = performance.now()
  const known = await station.report('2011', airContent(Date.now(), 0))
  if (
    !tell(
      known,
      `real-time data (2011) was answered (9014) after ${Math.round(performance.now() - start)} ms`,
      'real-time data (2011) was not answered within 5 s: is this MN known there, and this its password?',
    )
  ) {
    station.close()
    return false
  }
  const bytes = station.frame({ cn: '2011', cp: airContent(Date.now(), 1) })
  for (let at = 0; at < bytes.length; at += 7) station.raw(bytes.subarray(at, at + 7))
  const results = [
    tell(
      await station.report('2011', airContent(Date.now(), 2)),
      'goes on after a frame in fragments',
      'does not go on after a frame in fragments',
    ),
  ]
  station.raw('noise ##0050wrong\r\n')
  station.raw(frameOf(bytes.subarray(6, -6), { plain: Buffer.from('another') }))
  results.push(
    tell(
      station.connected() && (await station.report('2011', airContent(Date.now(), 3))),
      'goes on after noise, a wrong length and a wrong checksum',
      'does not go on after noise, a wrong length and a wrong checksum',
    ),
  )
  results.push(
    tell(
      await station.report('2061', spanContent(Math.floor(Date.now() / HOUR) * HOUR - HOUR, 0)),
      'takes hour data (2061)',
      'does not answer hour data (2061)',
    ),
  )
  results.push(
    tell(
      await station.report('2051', spanContent(Math.floor(Date.now() / 600_000) * 600_000 - 600_000, 0), {
        split: 120,
      }),
      'takes minute data (2051) in several packets',
      'does not answer minute data (2051) in several packets',
    ),
  )
  station.close()
  return results.every(Boolean)
}
