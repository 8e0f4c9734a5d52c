import { readSession } from '../../authProvider/session.ts'
import { deviceStates } from '../../dataProvider/calls.ts'
import { WireError, type WireErrorBody } from '../../dataProvider/http.ts'
import { startWorker, takeAhead } from './ahead.ts'
import { Snapshot, type Changes } from './changes.ts'

export interface StatesQuestion {
  seq: number
  /** The last answer that arrived; 0 before the first. */
  got: number
  token: string | null
  languageTag: string
}

export type StatesAnswer = { seq: number; changes: Changes } | { seq: number; failure: { message: string; status: number; body: WireErrorBody } }

/** Where the live state comes from. Each load answers what changed since the one before. */
export interface StatesSource {
  load(signal: AbortSignal): Promise<Changes>
  close(): void
}

/**
 * The live state of all devices, read in a worker: ten thousand devices are some 20 MB of JSON, which would hold the page up for a tenth of a
 * second at every poll. Where a worker cannot be started the page does the same itself.
 */
export function createStatesSource(start: () => Worker | null = startWorker): StatesSource {
  const snapshot = new Snapshot()
  const here = async (signal: AbortSignal): Promise<Changes> => snapshot.accept(await deviceStates(null, signal))
  const ahead = takeAhead()
  let first = ahead?.answer ?? null
  let worker = ahead?.worker ?? start()
  let seq = ahead ? 1 : 0
  let got = 0
  let waiting: { seq: number; answer: (answer: StatesAnswer) => void; broken: () => void } | null = null

  const giveUp = (): void => {
    worker?.terminate()
    worker = null
    waiting?.broken()
    waiting = null
  }
  worker?.addEventListener('error', giveUp)
  worker?.addEventListener('messageerror', giveUp)
  worker?.addEventListener('message', ({ data }: MessageEvent<StatesAnswer>) => {
    if (waiting?.seq !== data.seq) return
    waiting.answer(data)
    waiting = null
  })

  const take = (answer: StatesAnswer, signal: AbortSignal): Changes | Promise<Changes> => {
    if ('changes' in answer) {
      got = answer.seq
      return answer.changes
    }
    const { message, status, body } = answer.failure
    // Asked again here, an ended session is noticed and reported where all calls report it.
    if (status === 401) return here(signal)
    throw new WireError(message, status, body)
  }

  /** The answer that was asked for before this source existed. */
  const early = async (answer: Promise<StatesAnswer | null>, signal: AbortSignal): Promise<Changes> => {
    first = null
    const data = await answer
    if (signal.aborted) throw signal.reason as Error
    if (data !== null) return take(data, signal)
    giveUp()
    return here(signal)
  }

  const there = (at: Worker, signal: AbortSignal): Promise<Changes> =>
    new Promise((resolve, reject) => {
      const question: StatesQuestion = { seq: ++seq, got, token: readSession()?.token ?? null, languageTag: document.documentElement.lang }
      const abandon = () => {
        if (waiting?.seq === question.seq) waiting = null
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', abandon, { once: true })
      waiting = {
        seq: question.seq,
        broken: () => resolve(here(signal)),
        answer: (answer) => resolve(new Promise((settle) => settle(take(answer, signal)))),
      }
      at.postMessage(question, {})
    })

  const load = (signal: AbortSignal): Promise<Changes> => {
    if (worker === null) return here(signal)
    return first === null ? there(worker, signal) : early(first, signal)
  }
  return { load, close: () => void worker?.terminate() }
}
