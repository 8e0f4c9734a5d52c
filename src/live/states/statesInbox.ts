import type { WireErrorBody } from '../../../dataProvider/http.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import type { Changes } from './changes.ts'
import { unpack, type PackedDevices } from './packed.ts'

/**
 * A message of the live state's worker: parts with changed devices while they arrive, and finally either all other
 * changes or the reason for a failure.
 */
export type StatesMessage =
  | { seq: number; part: PackedDevices; isUrgentFirst: boolean }
  | { seq: number; changes: Omit<Changes, 'devices'> }
  | { seq: number; failure: StatesFailure }

export interface StatesFailure {
  message: string
  status: number
  body: WireErrorBody
}

/** Takes the devices that arrive first, and whether the platform sends the most urgent ones first. */
export type OnEarly = (devices: readonly DeviceState[], isUrgentFirst: boolean) => void

export type StatesAnswer = { changes: Changes } | { failure: StatesFailure }

/**
 * Joins the parts of one answer. Each part is unpacked when it arrives, so that little work is left for the last one.
 */
export class StatesInbox {
  private devices: DeviceState[] = []

  constructor(
    readonly seq: number,
    /** Called once, with the devices of the first part, while the rest is arriving. */
    private onEarly: OnEarly | null = null,
  ) {}

  /** Returns the answer once its last message has come; null before, and for messages of other answers. */
  take(message: StatesMessage): StatesAnswer | null {
    if (message.seq !== this.seq) return null
    if ('failure' in message) return { failure: message.failure }
    if ('changes' in message) {
      const { devices } = this
      // The worker's listener keeps the inbox alive, so that the inbox must not hold the devices it handed over.
      this.devices = []
      return { changes: { ...message.changes, devices } }
    }
    const part = unpack(message.part)
    this.devices.push(...part)
    this.onEarly?.(part, message.isUrgentFirst)
    this.onEarly = null
    return null
  }
}
