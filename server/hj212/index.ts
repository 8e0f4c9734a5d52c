import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { StartError } from '../settings.ts'
import type { Platform } from '../platform.ts'
import type { Job } from '../schedule/index.ts'
import { hearCommands } from './command.ts'
import { fillGaps } from './gaps.ts'
import { setHub, type Hub, type Session } from './hub.ts'
import { createIntake } from './intake.ts'
import {
  LIMITS,
  type FromGateway,
  type GatewayData,
  type GatewayFigures,
  type GatewayLimits,
  type ToGateway,
  type Upload,
} from './protocol.ts'
import type { Segment } from './segment.ts'
import { vaultOf } from './secrets.ts'
import { loadFactors, loadStations } from './stations.ts'
import { dropOld, storeKnock } from './store.ts'
import { clockOf } from './time.ts'

/** Records that change together are read once. */
const SETTLE = 50
/** A station is believed to have been silent if it is not heard for so long after it connected, before gaps are asked for, ms. */
const GAP_DELAY = 3000
const HOUR = 3_600_000
const DAY = 24 * HOUR

export interface Hj212Options {
  limits?: Partial<GatewayLimits>
  /** How long after a station has come the platform asks for what it missed, ms. */
  gapDelay?: number
  /** How often one that comes and goes is asked, ms. */
  gapEvery?: number
}

/** Opens the port of the stations (HJ212_PORT) in a thread of its own. Throws StartError where that cannot be done. */
export async function startHj212(
  platform: Platform,
  { limits, gapDelay = GAP_DELAY, gapEvery }: Hj212Options = {},
): Promise<Hub> {
  const { settings, storage, log, registry, schedules } = platform
  if (settings.hj212 === null) throw new TypeError('HJ212_PORT is not set')
  const vault = await vaultOf(storage)
  let factors = await loadFactors(storage)
  const intake = createIntake(platform, () => factors)
  const { host, port } = settings.hj212
  const worker = startWorker({
    host,
    port,
    tls: tlsFiles(settings.hj212.tls),
    timeZone: settings.timeZone,
    limits: { ...LIMITS, ...limits },
  })
  const tell = (message: ToGateway): void => worker.postMessage(message, [])

  const sessions = new Map<number, Session>()
  const heard = new Map<number, Set<(said: { qn: string; cn: string; cp: Segment['cp'] }) => void>>()
  const sent = new Map<number, (ok: boolean) => void>()
  let figures: GatewayFigures = { connections: 0, frames: 0, crc: 0, length: 0, garbage: 0, refused: 0 }
  let [lastId, closing] = [0, false]
  let under: Promise<unknown> = Promise.resolve()

  const hear = (device: number, said: { qn: string; cn: string; cp: Segment['cp'] }): void => {
    for (const listener of heard.get(device) ?? []) listener(said)
  }
  const take = async (uploads: Upload[]): Promise<void> => {
    const now = Date.now()
    for (const { device } of uploads) {
      const session = sessions.get(device)
      if (session) [session.lastAt, session.frames] = [now, session.frames + 1]
    }
    const ok = await intake.take(uploads)
    if (!closing) tell({ kind: 'done', tickets: uploads.map(({ ticket }) => ticket), ok })
    for (const { device, qn, cn } of uploads) hear(device, { qn, cn, cp: [] })
  }
  const came = ({ device, up, version, address, st }: Extract<FromGateway, { kind: 'session' }>): void => {
    const now = Date.now()
    const old = sessions.get(device)
    if (!up) return void (old && Object.assign(old, { up, since: now }))
    sessions.set(device, { up, since: now, address, version, st, lastAt: now, frames: old?.frames ?? 0 })
    void fillGaps(platform, hub, device, {
      delay: gapDelay,
      ...(gapEvery !== undefined && { seldom: gapEvery }),
    }).catch((error: unknown) => log.warn({ err: error, device }, 'what a station missed could not be asked for'))
  }
  const on = (message: FromGateway): void => {
    switch (message.kind) {
      case 'uploads': {
        const taking = take(message.uploads)
        under = Promise.all([under, taking])
        return
      }
      case 'session':
        return came(message)
      case 'answer':
        return hear(message.device, message.segment)
      case 'knock':
        log.info(
          { mn: message.knock.mn, reason: message.knock.reason, address: message.knock.address },
          'a station of HJ 212 was not let in',
        )
        storeKnock(storage, message.knock, Date.now()).catch((error: unknown) =>
          log.warn({ err: error }, 'a station that knocks could not be kept'),
        )
        return
      case 'sent':
        sent.get(message.id)?.(message.ok)
        return void sent.delete(message.id)
      case 'figures':
        figures = message.figures
    }
  }
  const reload = async (): Promise<void> => {
    factors = await loadFactors(storage)
    tell({ kind: 'stations', stations: await loadStations(storage, vault) })
  }
  let timer: NodeJS.Timeout | null = null
  registry.onChanged(async (table) => {
    if (closing || !['device', 'nodemap', 'devicetype'].includes(table)) return
    timer ??= setTimeout(() => {
      timer = null
      reload().catch((error: unknown) => log.warn({ err: error }, 'the stations of HJ 212 could not be read anew'))
    }, SETTLE)
  })

  const opened = await listening(worker, host, port)
  worker.on('message', on)
  worker.on('error', (error) => log.error({ err: error }, 'the HJ 212 gateway failed'))
  let ended = false
  worker.once('exit', () => {
    ended = true
    if (closing) return
    log.error({}, 'the HJ 212 gateway has ended; stations are taken again after a restart')
    for (const session of sessions.values()) session.up = false
    for (const answer of sent.values()) answer(false)
    sent.clear()
  })
  const hub: Hub = {
    port: opened,
    clock: clockOf(settings.timeZone),
    sessions,
    figures: () => figures,
    unmapped: (device) => intake.unmapped(device),
    send: (device, segment, answer) =>
      new Promise((resolve) => {
        if (closing || ended) return resolve(false)
        sent.set(++lastId, resolve)
        tell({ kind: 'send', id: lastId, device, segment, answer })
      }),
    listen(device, listener) {
      const listeners = heard.get(device) ?? new Set()
      heard.set(device, listeners.add(listener))
      return () => void (listeners.delete(listener) && listeners.size === 0 && heard.delete(device))
    },
    reload,
    async close() {
      if (closing) return
      closing = true
      if (timer) clearTimeout(timer)
      const exited = ended ? null : new Promise((resolve) => worker.once('exit', resolve))
      if (exited) tell({ kind: 'close' })
      await under
      await exited
    },
  }
  setHub(platform, hub)
  await reload()
  hearCommands(platform, hub)
  schedules.add(retention(platform))
  return hub
}

const retention = ({ storage, settings }: Platform): Job => ({
  name: 'hj212 retention',
  everyMs: HOUR,
  run: () => dropOld(storage, Date.now() - settings.retentionDays * DAY),
})

/** The port it listens on; StartError where it cannot. */
function listening(worker: Worker, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (message: FromGateway) => {
      if (message.kind === 'listening') return resolve(message.port)
      void worker.terminate()
      const code = message.kind === 'failed' ? message.code : message.kind
      reject(
        new StartError(
          `Stations cannot be taken on port ${port} of ${host} (${code}): set HJ212_PORT and HJ212_HOST to a free port of this machine, and HJ212_TLS_CERT and HJ212_TLS_KEY to files that fit each other.`,
        ),
      )
    })
  })
}

function tlsFiles(files: { cert: string; key: string } | null): GatewayData['tls'] {
  if (files === null) return null
  try {
    return { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
  } catch (error) {
    throw new StartError(
      `HJ212_TLS_CERT or HJ212_TLS_KEY cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'error'}).`,
    )
  }
}

/** The thread's file stands beside the bundle's, or in the source tree. */
function startWorker(workerData: GatewayData): Worker {
  // Not written inside new URL(), where bundlers look for files to process.
  const file = new URL(import.meta.url).pathname.endsWith('.ts') ? './workerFromSource.mjs' : './hj212.js'
  return new Worker(new URL(file, import.meta.url), { workerData, execArgv: [] })
}
