import { deviceStates } from '../../dataProvider/calls.ts'
import { configureHttp, WireError } from '../../dataProvider/http.ts'
import { Snapshot } from './changes.ts'
import type { StatesAnswer, StatesQuestion } from './statesSource.ts'

/** Asks for the live state, cleans it and compares it with the last answer away from the page, and answers what changed. */
let snapshot = new Snapshot()
let answered = 0

self.addEventListener('message', ({ data: { seq, got, token, languageTag } }: MessageEvent<StatesQuestion>) => {
  configureHttp({ token: () => token, languageTag: () => languageTag, onSignedOut: () => {} })
  deviceStates(null).then(
    (states) => {
      // An answer the page did not take is missing there: everything is told again.
      if (got !== answered) snapshot = new Snapshot()
      const changes = snapshot.accept(states)
      answered = seq
      self.postMessage({ seq, changes } satisfies StatesAnswer, { transfer: [changes.values.buffer] })
    },
    (failure: unknown) => {
      const { message, status, body } = failure instanceof WireError ? failure : { message: 'error.badAnswer', status: 0, body: { code: null } }
      self.postMessage({ seq, failure: { message, status, body } } satisfies StatesAnswer, {})
    },
  )
})
