import type { Reading } from './readings.ts'
import type { Segment, Version } from './segment.ts'

/** Messages between the gateway's thread and the platform's. Times in epoch ms. */

/** A device that speaks HJ 212, with what the gateway needs to know of it. */
export interface Station {
  device: number
  /** In upper case. */
  mn: string
  /** Null: no password is set, and no station may sign in under this MN. */
  pw: string | null
  /** SM4 key: 32 hex digits or 16 characters. */
  key: string | null
  /** Version used for the station before it has sent anything. */
  version: Version
}

export interface GatewayLimits {
  /** Maximum number of connections, in all and per address. */
  connections: number
  perAddress: number
  /** A silent connection is closed after `idleMs`; one without a signed-in station earlier, after `strangerMs`. */
  idleMs: number
  strangerMs: number
  /** Maximum time from the first byte of a frame to its last, ms. */
  frameMs: number
  /** How long the packets of a split message wait for the packet with DataTime, ms. */
  splitMs: number
}

export const LIMITS: GatewayLimits = {
  connections: 5000,
  perAddress: 1000,
  idleMs: 15 * 60_000,
  strangerMs: 60_000,
  frameMs: 60_000,
  splitMs: 120_000,
}

export interface GatewayData {
  host: string
  port: number
  tls: { cert: string; key: string } | null
  timeZone: string
  limits: GatewayLimits
  /** Uploads are numbered from here. */
  firstTicket: number
}

/** Content of a station to be stored; answered (9014) once the platform reports its commit. */
export interface Upload {
  ticket: number
  device: number
  qn: string
  cn: string
  /** DataTime, or QN where DataTime is missing, epoch ms; null where neither can be read. */
  time: number | null
  readings: Reading[]
}

/**
 * Why data cannot be read: wrong checksum, or one of another kind; malformed segment, or fields after its content;
 * length that does not lead to an end; bytes between frames; packet of a message that stayed incomplete.
 */
export type UnreadReason =
  | 'crc'
  | 'crcSwapped'
  | 'crcModbus'
  | 'crcModbusSwapped'
  | 'segment'
  | 'tail'
  | 'length'
  | 'garbage'
  | 'half'

/**
 * Data that cannot be read, from a station (`device`) or, where no station is known, from an address. `head` is the
 * beginning of the data.
 */
export interface UnreadableData {
  device: number | null
  peer: string
  reason: UnreadReason
  head: Uint8Array
}

/** A station that was refused. */
export interface RefusedStation {
  mn: string
  reason: 'unknown' | 'password' | 'key' | UnreadReason
  st: string
  version: Version
  address: string
  factors: string[]
  /** The first part of the frame's text, with its password masked. */
  frame: string
}

export interface GatewayFigures {
  connections: number
  frames: number
  crc: number
  length: number
  garbage: number
  refused: number
}

export type ToGateway =
  | { kind: 'stations'; stations: Station[] }
  | { kind: 'done'; tickets: number[]; ok: boolean }
  /** A command: `segment` without PW, MN and Flag, which the gateway adds. */
  | { kind: 'send'; id: number; device: number; segment: Pick<Segment, 'qn' | 'st' | 'cn' | 'cp'>; answer: boolean }
  | { kind: 'close' }

export type FromGateway =
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'uploads'; uploads: Upload[] }
  | { kind: 'session'; device: number; up: boolean; version: Version; address: string; st: string }
  | { kind: 'refused'; station: RefusedStation }
  | { kind: 'unread'; unread: UnreadableData }
  /** A station's answer to a command. */
  | { kind: 'answer'; device: number; segment: Segment }
  | { kind: 'sent'; id: number; ok: boolean }
  | { kind: 'figures'; figures: GatewayFigures }
  | { kind: 'closed' }
