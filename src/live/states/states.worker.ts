import { streamDeviceStates } from '../../../dataProvider/calls.ts'
import { configureHttp, WireError } from '../../../dataProvider/http.ts'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { Snapshot } from './changes.ts'
import { pack } from './packed.ts'
import type { StatesMessage } from './statesInbox.ts'
import type { StatesQuestion } from './statesSource.ts'

/**
 * Asks for the live state away from the page: reads the answer while it comes, cleans it, compares it with the last one and tells what changed. A platform
 * that can tell that itself is asked for no more (docs/wire.md, `live-since`).
 */
const snapshot = new Snapshot()
let answered = 0
let asking = new AbortController()

self.addEventListener(
  'message',
  ({ data: { seq, lastReceived, token, languageTag } }: MessageEvent<StatesQuestion>) => {
    configureHttp({ token: () => token, languageTag: () => languageTag, onSignedOut: () => {} })
    // No request waits for an earlier answer any more: what it changes would be missing on the page.
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    // An answer the page did not take is missing there: everything is told again.
    if (lastReceived !== answered) snapshot.forget()
    const comparison = snapshot.begin()
    const post = (message: StatesMessage, transfer: Transferable[] = []): void =>
      self.postMessage(message, { transfer })
    const take = (devices: readonly DeviceState[]): void => {
      const changed = comparison.take(devices)
      if (changed.length === 0) return
      const part = pack(changed)
      post({ seq, part }, [part.nodes.buffer])
    }
    streamDeviceStates(take, { since: snapshot.version, signal }).then(
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
