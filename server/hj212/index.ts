import type { Worker } from 'node:worker_threads'
import { counter, gauge } from '../metrics/family.ts'
import type { Platform } from '../platform.ts'
import { subscribeToCommands } from './protocol/command.ts'
import { fillGaps } from './gaps.ts'
import { setHub, type Hub, type Session } from './hub.ts'
import { createIntake } from './intake.ts'
import { LIMITS, type FromGateway, type GatewayFigures, type GatewayLimits, type Upload } from './protocol/protocol.ts'
import type { Segment } from './protocol/segment.ts'
import { vaultOf } from './secrets.ts'
import { loadFactors, loadStations } from './stations.ts'
import { storeRefusedStation } from './store.ts'
import { startThread, tlsFiles } from './thread.ts'
import { clockOf } from './protocol/time.ts'

/** Records that change together are read again once, after this delay, ms. */
const DEBOUNCE_MS = 50
/** How long after a station connected its gaps are requested, ms. */
const GAP_DELAY_MS = 3000
const UNREAD = 'the HJ 212 stations could not be reloaded'

export interface Hj212Options {
  limits?: Partial<GatewayLimits>
  /** How long after a station connected its gaps are requested, ms. */
  gapDelay?: number
  /** Minimum time between two requests to a station that connects again and again, ms. */
  gapEvery?: number
  /** Called with each thread that is started. */
  onThread?: (worker: Worker) => void
}

/**
 * Opens the port for stations (HJ212_PORT) in a thread of its own.
 *
 * @throws StartError where the port cannot be opened
 */
export async function startHj212(
  platform: Platform,
  { limits, gapDelay = GAP_DELAY_MS, gapEvery, onThread }: Hj212Options = {},
): Promise<Hub> {
  const { settings, storage, log, registry, metrics } = platform
  if (settings.hj212 === null) throw new TypeError('HJ212_PORT is not set')
  const vault = await vaultOf(storage)
  let factors = await loadFactors(storage)
  const intake = createIntake(platform, () => factors)
  const sessions = new Map<number, Session>()
  const heard = new Map<number, Set<(said: { qn: string; cn: string; cp: Segment['cp'] }) => void>>()
  const sent = new Map<number, (ok: boolean) => void>()
  let figures: GatewayFigures = { connections: 0, frames: 0, crc: 0, length: 0, garbage: 0, refused: 0 }
  let [lastId, closing] = [0, false]
  /** Uploads that are being stored. */
  const underWay = new Set<Promise<void>>()

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
    if (!closing) thread.tell({ kind: 'done', tickets: uploads.map(({ ticket }) => ticket), ok })
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
    }).catch((error: unknown) =>
      log.warn({ err: error, device }, 'data that an HJ 212 station did not send could not be requested'),
    )
  }
  const on = (message: FromGateway): void => {
    switch (message.kind) {
      case 'uploads': {
        const taking: Promise<void> = take(message.uploads)
          .catch((error: unknown) => log.error({ err: error }, 'data of HJ 212 stations could not be processed'))
          .finally(() => underWay.delete(taking))
        underWay.add(taking)
        return
      }
      case 'session':
        return came(message)
      case 'answer':
        return hear(message.device, message.segment)
      case 'refused':
        log.info(
          { mn: message.station.mn, reason: message.station.reason, address: message.station.address },
          'an HJ 212 station was refused',
        )
        storeRefusedStation(storage, message.station, Date.now()).catch((error: unknown) =>
          log.warn({ err: error }, 'a refused HJ 212 station could not be recorded'),
        )
        return
      case 'unread': {
        const { device, peer, reason, head } = message.unread
        return platform.refusals.note({
          source: 'hj212',
          peer,
          device,
          reason: { key: `error.refused.${reason}` },
          bytes: head,
        })
      }
      case 'sent':
        sent.get(message.id)?.(message.ok)
        return void sent.delete(message.id)
      case 'figures':
        figures = message.figures
    }
  }
  const reload = async (): Promise<void> => {
    factors = await loadFactors(storage)
    thread.tell({ kind: 'stations', stations: await loadStations(storage, vault) })
  }
  let timer: NodeJS.Timeout | null = null
  registry.onChanged(async (table) => {
    if (closing || !['device', 'nodemap', 'devicetype'].includes(table)) return
    timer ??= setTimeout(() => {
      timer = null
      reload().catch((error: unknown) => log.warn({ err: error }, UNREAD))
    }, DEBOUNCE_MS)
  })

  const restarts = counter('hj212_gateway_restarts_total', 'Restarts of the thread that serves HJ 212 stations.')
  restarts.add({}, 0)
  metrics.add(
    restarts,
    gauge('hj212_connections', 'Connections of HJ 212 stations.', () => [[{}, figures.connections]]),
  )
  const { host, port } = settings.hj212
  const thread = await startThread({
    data: {
      host,
      port,
      tls: tlsFiles(settings.hj212.tls),
      timeZone: settings.timeZone,
      limits: { ...LIMITS, ...limits },
    },
    log,
    on,
    onThread,
    onDown() {
      restarts.add()
      figures = { ...figures, connections: 0 }
      const now = Date.now()
      for (const session of sessions.values()) if (session.up) Object.assign(session, { up: false, since: now })
      for (const answer of sent.values()) answer(false)
      sent.clear()
    },
    onAgain: () => void reload().catch((error: unknown) => log.warn({ err: error }, UNREAD)),
  })
  const hub: Hub = {
    port: thread.port,
    clock: clockOf(settings.timeZone),
    sessions,
    figures: () => figures,
    unmapped: (device) => intake.unmapped(device),
    send: (device, segment, answer) =>
      new Promise((resolve) => {
        if (closing || !thread.up()) return resolve(false)
        sent.set(++lastId, resolve)
        thread.tell({ kind: 'send', id: lastId, device, segment, answer })
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
      await thread.close(Promise.all(underWay))
    },
  }
  setHub(platform, hub)
  await reload()
  subscribeToCommands(platform, hub)
  return hub
}
