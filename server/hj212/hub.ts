import type { Platform } from '../platform.ts'
import type { GatewayFigures } from './protocol/protocol.ts'
import type { Segment, Version } from './protocol/segment.ts'
import type { Clock } from './protocol/time.ts'

/** A station's session as known to this process. Times in epoch ms. */
export interface Session {
  up: boolean
  since: number
  address: string
  version: Version
  st: string
  lastAt: number
  frames: number
}

/** What the running gateway offers to the other parts of the platform. */
export interface Hub {
  port: number
  clock: Clock
  sessions: ReadonlyMap<number, Session>
  figures(): GatewayFigures
  /** Returns the factors that a station sent and no node map of its model names. */
  unmapped(device: number): string[]
  /** Sends a command to a station; resolves to false where the station is not connected to this process. */
  send(device: number, segment: Pick<Segment, 'qn' | 'st' | 'cn' | 'cp'>, answer: boolean): Promise<boolean>
  /**
   * Calls `heard` with each answer of a station, and with each upload that arrived (without content). Returns the
   * function that stops this.
   */
  listen(device: number, heard: (said: { qn: string; cn: string; cp: Segment['cp'] }) => void): () => void
  /** Reads the stations and their credentials again. */
  reload(): Promise<void>
  close(): Promise<void>
}

const hubs = new WeakMap<Platform, Hub>()

/** Returns the gateway of this process; undefined where HJ212_PORT is not set. */
export const hubOf = (platform: Platform): Hub | undefined => hubs.get(platform)

export const setHub = (platform: Platform, hub: Hub): void => void hubs.set(platform, hub)
