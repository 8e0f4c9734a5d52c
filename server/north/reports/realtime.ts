import type { Clock } from '../../hj212/protocol/time.ts'
import type { Platform } from '../../platform.ts'
import type { SendOutcome } from '../send.ts'
import type { Link } from './link.ts'
import { momentContent, splitMessages } from './spans.ts'
import type { Subject } from './subjects.ts'

export interface RealtimeOptions {
  platform: Pick<Platform, 'storage'>
  clock: Clock
  /** Is called with the result of sending the data; not where the connection ended, which reports its own reason. */
  onOutcome(outcome: SendOutcome): void
}

export interface Realtime {
  isIdle(): boolean
  /** Sends the current values of each subject, and waits for the acknowledgements. */
  run(link: Link, subjects: readonly Subject[], now: number): Promise<void>
  /** The outcome was handed on: the data may be sent again once they are due. */
  handedOn(): void
}

/** Creates the sender of an interface's real-time data (2011). */
export function createRealtime({ platform, clock, onOutcome }: RealtimeOptions): Realtime {
  /** `sent`: the outcome is not stored yet. Until then the data still count as due, and must not be sent twice. */
  let state: 'idle' | 'sending' | 'sent' = 'idle'
  return {
    isIdle: () => state === 'idle',
    async run(link, subjects, now) {
      state = 'sending'
      try {
        const contents = await Promise.all(subjects.map((subject) => momentContent(platform, subject, now)))
        const sent = subjects.flatMap(({ mn }, index) => {
          const { time, groups } = contents[index] ?? { time: null, groups: [] }
          return time === null ? [] : splitMessages(clock.write(time), groups).map((cp) => link.report(mn, '2011', cp))
        })
        const ok = (await Promise.all(sent)).every(Boolean)
        if (ok || link.up()) onOutcome({ ok, key: ok ? 'error.north.answered' : 'error.north.unanswered', args: {} })
        state = 'sent'
      } catch (error) {
        state = 'idle'
        throw error
      }
    },
    handedOn() {
      if (state === 'sent') state = 'idle'
    },
  }
}
