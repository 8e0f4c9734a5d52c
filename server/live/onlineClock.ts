import type { Tick } from './device.ts'
import { gatewaysOf, gatewayUntil, isGatewayOnline, onlineUntil, type GatewayState } from './online.ts'
import type { RegisteredDevice } from './registered.ts'

/** Minimum time between two checks of all devices where only time has passed, ms. */
const COOL_DOWN_MS = 1000

/**
 * Decides when the online state of devices must be checked again.
 *
 * Whether a device is online follows from the time of its last sample (online.ts), so it changes by the passing of time
 * alone. Changes since a version, however, are found by the ticks of devices (changes.ts), which time does not advance;
 * a check has to set them. Therefore each device carries two flags, `online` and `gatewayOnline`, as of its last check.
 * All flags are brought up to date right before changes since a version are answered. As a check of all devices of a
 * city is expensive, five fields tell whether any flag can be wrong:
 * - `isStale`: an event happened that may have changed a flag.
 * - `endsAt`: without further events, no flag changes up to this moment.
 * - `restsUntil`: until then, a device that goes offline by time alone may wait, since in a city some device falls
 *   silent all the time.
 * - `lookedAt`: the latest moment of any check. If the clock shows an earlier time, it was put back.
 * - `gateways`: when each gateway was last heard. Kept outside the devices because it applies to all devices behind the
 *   gateway.
 *
 * | event | consequence |
 * |---|---|
 * | an online device sends | none: its end moves on; an `endsAt` that is too early costs one check of all |
 * | an offline device sends | this device alone is checked, at once (`recordSample`) |
 * | a device sends whose gateway was offline | `isStale`: the gateway is back for all devices behind it |
 * | `endsAt` passes in silence | all devices are checked at the next request, but not before `restsUntil` |
 * | the clock is put back behind `lookedAt` | all are checked: silence by the old clock may be none by the new |
 * | records are read again (`recordsChanged`) | `isStale`, and gateways are rebuilt: devices and limits may differ |
 * | the plain list is requested | only the devices of the answer are checked (`updateDevice`) |
 */
export interface OnlineClock {
  /** The devices of the registry, by id. */
  readonly devices: ReadonlyMap<number, RegisteredDevice>
  /** Counts a changed flag (changes.ts). */
  readonly tick: Tick
  /** Epoch ms, as are `endsAt` and `restsUntil`. */
  lookedAt: number
  endsAt: number
  restsUntil: number
  isStale: boolean
  /** By id; null: to be rebuilt from the devices on the next access. */
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

/** Takes note that records of devices were read again. */
export function recordsChanged(clock: OnlineClock): void {
  clock.gateways = null
  clock.isStale = true
}

/**
 * Takes note that a device, and so its gateway, sent a value. Called for every sample, after the device's `lastAt` has
 * moved.
 */
export function recordSample(clock: OnlineClock, device: RegisteredDevice, now: number): void {
  // Gateways that are not built yet will be built from the devices' `lastAt`.
  const gateway = device.gateway_id === null ? undefined : clock.gateways?.get(device.gateway_id)
  if (gateway && device.lastAt !== null) gateway.lastAt = Math.max(gateway.lastAt ?? 0, device.lastAt)
  if (!device.gatewayOnline && isGatewayOnline(gateway, now)) clock.isStale = true
  // If the flags are stale, all devices are checked soon anyway.
  if (!clock.isStale && !device.online) updateDevice(clock, device, now)
}

/** Updates the flags of all devices if one of them may be wrong. */
export function updateAllDevices(clock: OnlineClock, now: number): void {
  const isBack = now < clock.lookedAt
  const hasEnded = now > clock.endsAt && now >= clock.restsUntil
  if (!clock.isStale && !isBack && !hasEnded) return
  clock.isStale = false
  clock.lookedAt = now
  clock.restsUntil = now + COOL_DOWN_MS
  clock.endsAt = Infinity
  for (const device of clock.devices.values()) updateDevice(clock, device, now)
}

/** Updates the flags of one device. */
export function updateDevice(clock: OnlineClock, device: RegisteredDevice, now: number): void {
  if (now > clock.lookedAt) clock.lookedAt = now
  const until = onlineUntil(device)
  // A device without a gateway counts as its own gateway.
  const ofGateway = device.gateway_id === null ? until : gatewayUntil(gatewayOf(clock, device.gateway_id))
  const online = now <= until
  const gatewayOnline = now <= ofGateway
  if (online && until < clock.endsAt) clock.endsAt = until
  if (gatewayOnline && ofGateway < clock.endsAt) clock.endsAt = ofGateway
  if (online !== device.online || gatewayOnline !== device.gatewayOnline)
    Object.assign(device, { online, gatewayOnline, changed: clock.tick(device) })
}

/** Returns the state of a gateway; undefined where no device is behind it. */
export function gatewayOf(clock: OnlineClock, id: number): GatewayState | undefined {
  clock.gateways ??= gatewaysOf(clock.devices.values())
  return clock.gateways.get(id)
}
