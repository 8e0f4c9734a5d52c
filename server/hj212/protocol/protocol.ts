import type { Reading } from './readings.ts'
import type { Segment, Version } from './segment.ts'

/** What the gateway's thread and the platform's say to each other. Times are epoch ms. */

/** A device that speaks HJ 212, as the gateway has to know it. */
export interface Station {
  device: number
  /** Upper case. */
  mn: string
  /** Null: none is set, and nobody is let in under this MN. */
  pw: string | null
  /** SM4 key: 32 hex digits or 16 characters. */
  key: string | null
  /** What the platform speaks to it before it has said anything. */
  version: Version
}

export interface GatewayLimits {
  /** Connections in all, and of one address. */
  connections: number
  perAddress: number
  /** A connection that says nothing for so long is closed, ms; one that has not said who it is, sooner. */
  idleMs: number
  strangerMs: number
  /** So long a frame may take from its first byte to its last, ms. */
  frameMs: number
  /** So long the packets of a split message wait for the one that says DataTime, ms. */
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

/** What a station sent to be kept; answered (9014) once the platform says that it is committed. */
export interface Upload {
  ticket: number
  device: number
  qn: string
  cn: string
  /** What DataTime says, or QN where it is missing; null where neither can be read. */
  time: number | null
  readings: Reading[]
}

/**
 * Why what came cannot be read: the checksum is wrong, or is another one; the segment is none, or has something behind its content; the length does
 * not lead to an end; what stands between frames; a packet whose message stayed half.
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

/** Something that cannot be read, of a station (`device`) or, where it names none, of an address. `head` is what it begins with. */
export interface Unread {
  device: number | null
  peer: string
  reason: UnreadReason
  head: Uint8Array
}

/** Somebody who is not let in. */
export interface Knock {
  mn: string
  reason: 'unknown' | 'password' | 'key' | UnreadReason
  st: string
  version: Version
  address: string
  factors: string[]
  /** The frame's text, its password masked, the first part of it. */
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
  /** A command: `segment` without PW, MN and Flag, which the gateway knows. */
  | { kind: 'send'; id: number; device: number; segment: Pick<Segment, 'qn' | 'st' | 'cn' | 'cp'>; answer: boolean }
  | { kind: 'close' }

export type FromGateway =
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'uploads'; uploads: Upload[] }
  | { kind: 'session'; device: number; up: boolean; version: Version; address: string; st: string }
  | { kind: 'knock'; knock: Knock }
  | { kind: 'unread'; unread: Unread }
  /** What a station said to a command. */
  | { kind: 'answer'; device: number; segment: Segment }
  | { kind: 'sent'; id: number; ok: boolean }
  | { kind: 'figures'; figures: GatewayFigures }
  | { kind: 'closed' }
