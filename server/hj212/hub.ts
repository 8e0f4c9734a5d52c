import type { Platform } from '../platform.ts'
import type { GatewayFigures } from './protocol/protocol.ts'
import type { Segment, Version } from './protocol/segment.ts'
import type { Clock } from './protocol/time.ts'

/** A station as this process knows it. Times are epoch ms. */
export interface Session {
  up: boolean
  since: number
  address: string
  version: Version
  st: string
  lastAt: number
  frames: number
}

/** What the running gateway offers the platform's other rooms. */
export interface Hub {
  port: number
  clock: Clock
  sessions: ReadonlyMap<number, Session>
  figures(): GatewayFigures
  /** Factors of a station that no node map of its model names. */
  unmapped(device: number): string[]
  /** Sends a command to a station that is connected here; false where it is not. */
  send(device: number, segment: Pick<Segment, 'qn' | 'st' | 'cn' | 'cp'>, answer: boolean): Promise<boolean>
  /** Hears what a station says that is no upload, and of uploads that they came; call what it answers to stop. */
  listen(device: number, heard: (said: { qn: string; cn: string; cp: Segment['cp'] }) => void): () => void
  /** Reads anew who may speak. */
  reload(): Promise<void>
  close(): Promise<void>
}

const hubs = new WeakMap<Platform, Hub>()

/** The gateway of this process; undefined where HJ212_PORT is not set. */
export const hubOf = (platform: Platform): Hub | undefined => hubs.get(platform)

export const setHub = (platform: Platform, hub: Hub): void => void hubs.set(platform, hub)
