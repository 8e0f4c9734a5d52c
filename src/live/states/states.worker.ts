import { streamDeviceStates } from '../../../dataProvider/calls.ts'
import { configureHttp, WireError } from '../../../dataProvider/http.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { Snapshot } from './changes.ts'
import { pack } from './packed.ts'
import type { StatesMessage } from './statesInbox.ts'
import type { StatesQuestion } from './statesSource.ts'

/**
 * Loads the live state off the main thread: reads the answer as it streams in, normalises it, compares it with the last
 * one and posts what changed. A platform that can compute the changes itself is asked only for those (docs/wire.md,
 * `live-since`).
 */
const snapshot = new Snapshot()
let answered = 0
let asking = new AbortController()

self.addEventListener(
  'message',
  ({ data: { seq, lastReceived, first, token, languageTag } }: MessageEvent<StatesQuestion>) => {
    configureHttp({ token: () => token, languageTag: () => languageTag, onSignedOut: () => {} })
    // A new request aborts the previous one, whose changes the page would never receive.
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    // The page did not receive the last answer, so that the next one must be a full one.
    if (lastReceived !== answered) snapshot.forget()
    const comparison = snapshot.begin()
    const post = (message: StatesMessage, transfer: Transferable[] = []): void =>
      self.postMessage(message, { transfer })
    const take = (devices: readonly DeviceState[], isUrgentFirst: boolean): void => {
      const changed = comparison.take(devices)
      if (changed.length === 0) return
      const part = pack(changed)
      post({ seq, part, isUrgentFirst }, [part.nodes.buffer])
    }
    streamDeviceStates(take, { since: snapshot.version, first, signal }).then(
      (rest) => {
        const changes = comparison.end(rest)
        answered = seq
        post({ seq, changes }, [changes.values.buffer])
      },
      (failure: unknown) => {
        if (signal.aborted) return
        const { message, status, body } =
          failure instanceof WireError ? failure : { message: 'error.badAnswer', status: 0, body: { code: null } }
        post({ seq, failure: { message, status, body } })
      },
    )
  },
)
