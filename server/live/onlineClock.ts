import type { RegisteredDevice, Tick } from './device.ts'
import { gatewaysOf, gatewayUntil, isGatewayOnline, onlineUntil, type GatewayState } from './online.ts'

/** How long after one look at all devices the next waits at least where only time has passed, ms. */
const COOL_DOWN_MS = 1000

/**
 * When it has to be looked at again who is online.
 *
 * Whether a device is online follows from the moment it was last heard (online.ts), and so changes with time alone. But what changed since a version
 * is told by the ticks of devices (changes.ts), which time does not move: somebody has to look. So each device carries two marks, `online` and
 * `gatewayOnline`, what was true when it was last looked at. All marks are made right before such a question is answered, and because a look at all
 * devices of a city is dear, five fields say whether any mark can be wrong. `isStale`: something happened that may have changed one. `endsAt`: if
 * nothing happens, none changes up to this moment. `restsUntil`: up to then an end by time alone may wait, since in a city some device falls silent
 * all the time. `lookedAt`: the newest moment of any look; the clock was put back if it is earlier now. `gateways`: when each gateway was last heard,
 * kept beside the devices because it holds for all of those behind it.
 *
 * | what happens | what it means |
 * |---|---|
 * | a device that is online speaks | nothing: its end moves on, and an `endsAt` that is too early costs one look at all |
 * | one that is offline speaks | it alone is looked at, at once (`heard`) |
 * | one speaks whose gateway was offline | `isStale`: the gateway is back for all devices behind it |
 * | nobody speaks until `endsAt` | all are looked at with the next question, but not before `restsUntil` |
 * | the clock is put back behind `lookedAt` | all are looked at: who was silent by the other clock may not be by this one |
 * | records are read anew | `isStale`, and gateways are made anew: devices, their limits and what is behind a gateway may be others (`recordsChanged`) |
 * | the plain list is asked | the devices that it answers are looked at, and no others (`look`) |
 */
export interface OnlineClock {
  /** The devices of the registry, by id. */
  readonly devices: ReadonlyMap<number, RegisteredDevice>
  /** Counts a mark that changed (changes.ts). */
  readonly tick: Tick
  /** Epoch ms, as the other moments. */
  lookedAt: number
  endsAt: number
  restsUntil: number
  isStale: boolean
  /** By id; null: to be made of the devices when it is asked for. */
  gateways: Map<number, GatewayState> | null
}

export const newOnlineClock = (devices: ReadonlyMap<number, RegisteredDevice>, tick: Tick): OnlineClock => ({
  devices,
  tick,
  lookedAt: 0,
  endsAt: Infinity,
  restsUntil: 0,
  isStale: true,
  gateways: null,
})

/** Records of devices were read anew. */
export function recordsChanged(clock: OnlineClock): void {
  clock.gateways = null
  clock.isStale = true
}

/** A device has spoken, and so has its gateway. Called for every sample, after the device's `lastAt` has moved. */
export function heard(clock: OnlineClock, device: RegisteredDevice, now: number): void {
  // Gateways that are not made yet will be by what the devices say then.
  const gateway = device.gateway_id === null ? undefined : clock.gateways?.get(device.gateway_id)
  if (gateway && device.lastAt !== null) gateway.lastAt = Math.max(gateway.lastAt ?? 0, device.lastAt)
  if (!device.gatewayOnline && isGatewayOnline(gateway, now)) clock.isStale = true
  // Where marks are stale all are looked at soon.
  if (!clock.isStale && !device.online) look(clock, device, now)
}

/** Makes the marks of all devices right, where one may be wrong. */
export function lookAtAll(clock: OnlineClock, now: number): void {
  const isBack = now < clock.lookedAt
  const hasEnded = now > clock.endsAt && now >= clock.restsUntil
  if (!clock.isStale && !isBack && !hasEnded) return
  clock.isStale = false
  clock.lookedAt = now
  clock.restsUntil = now + COOL_DOWN_MS
  clock.endsAt = Infinity
  for (const device of clock.devices.values()) look(clock, device, now)
}

/** Makes the marks of one device right. */
export function look(clock: OnlineClock, device: RegisteredDevice, now: number): void {
  if (now > clock.lookedAt) clock.lookedAt = now
  const until = onlineUntil(device)
  // Where a device has no gateway, it is its own.
  const ofGateway = device.gateway_id === null ? until : gatewayUntil(gatewayOf(clock, device.gateway_id))
  const online = now <= until
  const gatewayOnline = now <= ofGateway
  if (online && until < clock.endsAt) clock.endsAt = until
  if (gatewayOnline && ofGateway < clock.endsAt) clock.endsAt = ofGateway
  if (online !== device.online || gatewayOnline !== device.gatewayOnline)
    Object.assign(device, { online, gatewayOnline, changed: clock.tick(device) })
}

/** What is known of a gateway; undefined where no device is behind it. */
export function gatewayOf(clock: OnlineClock, id: number): GatewayState | undefined {
  clock.gateways ??= gatewaysOf(clock.devices.values())
  return clock.gateways.get(id)
}
