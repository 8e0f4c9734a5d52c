import { readSession } from '../../../authProvider/session.ts'
import { deviceStates } from '../../../dataProvider/calls.ts'
import { WireError } from '../../../dataProvider/http.ts'
import { FIRST_SEQUENCE, startWorker, takePrefetch, type StatesPrefetch } from './statesPrefetch.ts'
import { Snapshot, type Changes } from './changes.ts'
import { StatesInbox, type OnEarly, type StatesAnswer, type StatesMessage } from './statesInbox.ts'

export interface StatesQuestion {
  seq: number
  /** Sequence number of the last answer that arrived; 0 before the first. */
  lastReceived: number
  /** The area whose devices are to come first in a full answer; null: the platform's own order. */
  first: number | null
  token: string | null
  languageTag: string
}

interface Early {
  onEarly: OnEarly
  first: number
}

/** Source of the live state. Each load resolves to what changed since the previous one. */
export interface StatesSource {
  /**
   * `early.onEarly` is called with the devices that arrive first, while the rest is arriving; never after the answer.
   * `early.first` is the area whose devices are wanted first.
   */
  load(signal: AbortSignal, early?: Early): Promise<Changes>
  close(): void
}

/**
 * Returns a source that reads the live state of all devices in a worker: ten thousand devices are some 20 MB of JSON,
 * which would block the page for a tenth of a second at every poll. If no worker can be started, the page reads it
 * itself.
 */
export function createStatesSource(start: () => Worker | null = startWorker): StatesSource {
  const snapshot = new Snapshot()
  const loadOnPage = async (signal: AbortSignal): Promise<Changes> => snapshot.accept(await deviceStates(null, signal))
  // No closure below may keep the first answer after it was handed out: it holds all devices of the platform.
  let first = takePrefetch()
  let worker = first?.worker ?? start()
  let seq = first ? FIRST_SEQUENCE : 0
  let lastReceived = 0
  let waiting: { inbox: StatesInbox; answer: (answer: StatesAnswer) => void; broken: () => void } | null = null

  const giveUp = (): void => {
    worker?.terminate()
    worker = null
    waiting?.broken()
    waiting = null
  }
  worker?.addEventListener('error', giveUp)
  worker?.addEventListener('messageerror', giveUp)
  worker?.addEventListener('message', ({ data }: MessageEvent<StatesMessage>) => {
    const answer = waiting?.inbox.take(data) ?? null
    if (answer === null) return
    waiting?.answer(answer)
    waiting = null
  })

  const resolveAnswer = (answer: StatesAnswer, of: number, signal: AbortSignal): Changes | Promise<Changes> => {
    if ('changes' in answer) {
      lastReceived = of
      return answer.changes
    }
    const { message, status, body } = answer.failure
    // Repeating the request on the page detects and reports an expired session as for all calls. Both snapshots are
    // then older than the page's data.
    if (status === 401) {
      snapshot.forget()
      lastReceived = 0
      return loadOnPage(signal)
    }
    throw new WireError(message, status, body)
  }

  /** Loads the answer that was requested before this source existed. */
  const loadPrefetched = async (prefetch: StatesPrefetch, signal: AbortSignal, early?: Early): Promise<Changes> => {
    first = null
    let over = false
    void prefetch.early.then((given) => {
      if (!over && !signal.aborted) early?.onEarly(...given)
    })
    const data = await prefetch.answer
    over = true
    if (signal.aborted) throw signal.reason as Error
    if (data !== null) return resolveAnswer(data, FIRST_SEQUENCE, signal)
    giveUp()
    return loadOnPage(signal)
  }

  const loadInWorker = (at: Worker, signal: AbortSignal, early?: Early): Promise<Changes> =>
    new Promise((resolve, reject) => {
      const question: StatesQuestion = {
        seq: ++seq,
        lastReceived,
        first: early?.first ?? null,
        token: readSession()?.token ?? null,
        languageTag: document.documentElement.lang,
      }
      const abandon = () => {
        if (waiting?.inbox.seq === question.seq) waiting = null
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', abandon, { once: true })
      waiting = {
        inbox: new StatesInbox(question.seq, early?.onEarly),
        broken: () => resolve(loadOnPage(signal)),
        answer: (answer) => resolve(new Promise((settle) => settle(resolveAnswer(answer, question.seq, signal)))),
      }
      at.postMessage(question, {})
    })

  const load = (signal: AbortSignal, early?: Early): Promise<Changes> => {
    if (worker === null) return loadOnPage(signal)
    return first === null ? loadInWorker(worker, signal, early) : loadPrefetched(first, signal, early)
  }
  return { load, close: () => void worker?.terminate() }
}
