import { onlineUntil as spokenUntil } from '../../resources/kit/rule.ts'
import type { LiveDevice } from '../platform.ts'

/**
 * A gateway counts as offline after this silence, ms, or after the longest over_time of its devices if that is longer.
 */
const GATEWAY_SILENCE_MS = 10 * 60_000

type Spoken = Pick<LiveDevice, 'control_state' | 'over_time' | 'lastAt'>

/**
 * Returns the time until which a device counts as online if it stays silent, epoch ms; -Infinity if it is offline. A
 * device is online while it is enabled, has sent a value, and has not been silent for longer than over_time seconds (0:
 * silence never counts; spec 2 §3).
 */
export const onlineUntil = (device: Spoken): number =>
  device.control_state !== 0 || device.lastAt === null ? -Infinity : spokenUntil(device.lastAt, device)

export const isOnline = (device: Spoken, now: number): boolean => now <= onlineUntil(device)

/** State of a gateway, derived from the devices behind it. */
export interface GatewayState {
  lastAt: number | null
  silence: number
}

/** Returns the time until which a gateway counts as online if it stays silent, epoch ms; -Infinity if it is offline. */
export const gatewayUntil = (gateway: GatewayState | undefined): number =>
  gateway === undefined || gateway.lastAt === null ? -Infinity : gateway.lastAt + gateway.silence

export const isGatewayOnline = (gateway: GatewayState | undefined, now: number): boolean => now <= gatewayUntil(gateway)

/** Returns the state of every gateway that has devices. */
export function gatewaysOf(devices: Iterable<LiveDevice>): Map<number, GatewayState> {
  const gateways = new Map<number, GatewayState>()
  for (const device of devices) {
    if (device.gateway_id === null) continue
    const gateway = gateways.get(device.gateway_id) ?? { lastAt: null, silence: GATEWAY_SILENCE_MS }
    if (device.lastAt !== null) gateway.lastAt = Math.max(gateway.lastAt ?? 0, device.lastAt)
    gateway.silence = Math.max(gateway.silence, device.over_time * 1000)
    gateways.set(device.gateway_id, gateway)
  }
  return gateways
}
