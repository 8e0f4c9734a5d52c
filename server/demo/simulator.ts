import { openChannel, type Command } from '../telemetry/commands.ts'
import type { Log } from '../log.ts'
import type { Ingest, Platform } from '../platform.ts'
import { LATE_BY_MS, sendsAt, type City, type DemoDevice } from './city.ts'
import { createMeter } from './values/meter.ts'
import { nodes } from './products.ts'
import type { Quantity } from './values/wave.ts'

/** Each device sends every ten seconds, a tenth of them each second; the devices of a large city send every minute. */
const ROUND_SECONDS = { city: 10, large: 60 }
const LARGE_CITY_DEVICES = 1000
const TICK_MS = 1000

/**
 * Starts the city's devices as a client of telemetry: it knows serial numbers and node addresses, and calls push. A
 * value that was set from the console stays as set.
 */
export function startSimulator(platform: Platform, city: City, since: number): { close(): Promise<void> } {
  const { ingest, log } = platform
  const meter = createMeter(city, since)
  const set = new Map<string, number>()
  const bySn = new Map(city.devices.map((device) => [device.sn, device]))
  const devices = city.devices.filter((device) => device.health === 'well' || device.health === 'stale')
  const turns = city.devices.length > LARGE_CITY_DEVICES ? ROUND_SECONDS.large : ROUND_SECONDS.city
  let turn = 0
  let under: Promise<void> = Promise.resolve()

  const item = (device: DemoDevice, t: number): object => {
    const values = device.product.nodes.map(([quantity], i) => [
      i + 1,
      set.get(`${device.sn}/${i + 1}`) ?? meter.at(device, quantity, t),
    ])
    return { sn: device.sn, t, values: Object.fromEntries(values) as Record<string, number> }
  }
  const tick = (): void => {
    const now = Date.now()
    turn = (turn + 1) % turns
    const sending = devices.filter((device) => device.place % turns === turn && sendsAt(device, now, since))
    under = send(
      ingest,
      sending.map((device) => item(device, device.health === 'stale' ? now - LATE_BY_MS : now)),
      log,
    )
  }
  const closeChannel = openChannel(platform, async (command) => {
    const device = bySn.get(command.sn)
    const quantity = device?.health === 'well' ? device.product.nodes[command.nodeaddr - 1]?.[0] : undefined
    if (!device || !quantity || !takesCommands(quantity)) return false
    set.set(`${command.sn}/${command.nodeaddr}`, command.value)
    await report(ingest, command)
    return true
  })
  const timer = setInterval(tick, TICK_MS)
  tick()
  return {
    async close() {
      clearInterval(timer)
      closeChannel()
      await under
    },
  }
}

/**
 * Returns the values of every device at a moment, which a fresh city shows first; a silent device has its last values.
 */
export function latestItems(city: City, since: number): object[] {
  const meter = createMeter(city, since)
  return city.devices.map((device) => {
    let t = device.health === 'stale' ? since - LATE_BY_MS : since
    for (let i = 0; i < 24 * 12 && !sendsAt(device, t, since); i++) t -= 10 * 60_000
    const values = device.product.nodes.map(([quantity], i) => [i + 1, meter.at(device, quantity, t)] as const)
    return { sn: device.sn, t, values: Object.fromEntries(values) }
  })
}

const takesCommands = (quantity: Quantity): boolean =>
  [1, 3].includes(nodes.find((node) => node.quantity === quantity)?.registertype ?? 0)

const report = (ingest: Ingest, { sn, nodeaddr, value }: Command): Promise<unknown> =>
  ingest.push([{ sn, values: { [nodeaddr]: value } }], { kind: 'trusted' })

async function send(ingest: Ingest, items: object[], log: Log): Promise<void> {
  try {
    await ingest.push(items, { kind: 'trusted' })
  } catch (error) {
    log.debug({ err: error }, 'the simulator could not send')
  }
}
