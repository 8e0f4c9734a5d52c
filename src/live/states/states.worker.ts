import { streamDeviceStates } from '../../../dataProvider/calls.ts'
import { configureHttp, WireError } from '../../../dataProvider/http.ts'
import { Snapshot } from './changes.ts'
import { pack } from './packed.ts'
import type { StatesMessage } from './statesInbox.ts'
import type { StatesQuestion } from './statesSource.ts'

/** Asks for the live state away from the page: reads the answer while it comes, cleans it, compares it with the last one and tells what changed. */
const snapshot = new Snapshot()
let answered = 0

self.addEventListener(
  'message',
  ({ data: { seq, lastReceived, token, languageTag } }: MessageEvent<StatesQuestion>) => {
    configureHttp({ token: () => token, languageTag: () => languageTag, onSignedOut: () => {} })
    // An answer the page did not take is missing there: everything is told again.
    if (lastReceived !== answered) snapshot.forget()
    const comparison = snapshot.begin()
    const post = (message: StatesMessage, transfer: Transferable[] = []): void =>
      self.postMessage(message, { transfer })
    streamDeviceStates((devices) => {
      const changed = comparison.take(devices)
      if (changed.length === 0) return
      const part = pack(changed)
      post({ seq, part }, [part.nodes.buffer])
    }).then(
      () => {
        const changes = comparison.end()
        answered = seq
        post({ seq, changes }, [changes.values.buffer])
      },
      (failure: unknown) => {
        const { message, status, body } =
          failure instanceof WireError ? failure : { message: 'error.badAnswer', status: 0, body: { code: null } }
        post({ seq, failure: { message, status, body } })
      },
    )
  },
)
