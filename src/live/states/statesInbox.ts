import type { WireErrorBody } from '../../../dataProvider/http.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import type { Changes } from './changes.ts'
import { unpack, type PackedDevices } from './packed.ts'

/** What the worker of the live state says: the changed devices in parts while they come, and at last what else changed, or why nothing came. */
export type StatesMessage =
  | { seq: number; part: PackedDevices }
  | { seq: number; changes: Omit<Changes, 'devices'> }
  | { seq: number; failure: StatesFailure }

export interface StatesFailure {
  message: string
  status: number
  body: WireErrorBody
}

export type StatesAnswer = { changes: Changes } | { failure: StatesFailure }

/** Joins the parts of one answer. Each is unpacked as it comes, so that the last one finds little left to do. */
export class StatesInbox {
  private devices: DeviceState[] = []

  constructor(
    readonly seq: number,
    /** Told once, of the devices that came first: of a full answer, while the others are on the way. */
    private onEarly: ((devices: readonly DeviceState[]) => void) | null = null,
  ) {}

  /** The answer once its last message has come; null before, and for messages of other answers. */
  take(message: StatesMessage): StatesAnswer | null {
    if (message.seq !== this.seq) return null
    if ('failure' in message) return { failure: message.failure }
    if ('changes' in message) {
      const { devices } = this
      // Who listens to the worker keeps the inbox for as long as it lives: what was handed over must not stay in it.
      this.devices = []
      return { changes: { ...message.changes, devices } }
    }
    const part = unpack(message.part)
    this.devices.push(...part)
    this.onEarly?.(part)
    this.onEarly = null
    return null
  }
}
