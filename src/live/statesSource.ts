import { readSession } from '../../authProvider/session.ts'
import { deviceStates } from '../../dataProvider/calls.ts'
import { WireError } from '../../dataProvider/http.ts'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { FIRST, startWorker, takeAhead, type Ahead } from './ahead.ts'
import { Snapshot, type Changes } from './changes.ts'
import { StatesInbox, type StatesAnswer, type StatesMessage } from './statesInbox.ts'

export interface StatesQuestion {
  seq: number
  /** The last answer that arrived; 0 before the first. */
  got: number
  token: string | null
  languageTag: string
}

type OnEarly = (devices: readonly DeviceState[]) => void

/** Where the live state comes from. Each load answers what changed since the one before. */
export interface StatesSource {
  /** `onEarly` is told of the devices that come first, while the others are on the way; never after the answer. */
  load(signal: AbortSignal, onEarly?: OnEarly): Promise<Changes>
  close(): void
}

/**
 * The live state of all devices, read in a worker: ten thousand devices are some 20 MB of JSON, which would hold the page up for a tenth of a
 * second at every poll. Where a worker cannot be started the page does the same itself.
 */
export function createStatesSource(start: () => Worker | null = startWorker): StatesSource {
  const snapshot = new Snapshot()
  const here = async (signal: AbortSignal): Promise<Changes> => snapshot.accept(await deviceStates(null, signal))
  // Nothing below may keep the first answer once it was given out: it is as large as the platform.
  let first = takeAhead()
  let worker = first?.worker ?? start()
  let seq = first ? FIRST : 0
  let got = 0
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

  const take = (answer: StatesAnswer, of: number, signal: AbortSignal): Changes | Promise<Changes> => {
    if ('changes' in answer) {
      got = of
      return answer.changes
    }
    const { message, status, body } = answer.failure
    // Asked again here, an ended session is noticed and reported where all calls report it.
    if (status === 401) return here(signal)
    throw new WireError(message, status, body)
  }

  /** The answer that was asked for before this source existed. */
  const early = async (asked: Ahead, signal: AbortSignal, onEarly?: OnEarly): Promise<Changes> => {
    first = null
    let over = false
    void asked.early.then((devices) => {
      if (!over && !signal.aborted) onEarly?.(devices)
    })
    const data = await asked.answer
    over = true
    if (signal.aborted) throw signal.reason as Error
    if (data !== null) return take(data, FIRST, signal)
    giveUp()
    return here(signal)
  }

  const there = (at: Worker, signal: AbortSignal, onEarly?: OnEarly): Promise<Changes> =>
    new Promise((resolve, reject) => {
      const question: StatesQuestion = {
        seq: ++seq,
        got,
        token: readSession()?.token ?? null,
        languageTag: document.documentElement.lang,
      }
      const abandon = () => {
        if (waiting?.inbox.seq === question.seq) waiting = null
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', abandon, { once: true })
      waiting = {
        inbox: new StatesInbox(question.seq, onEarly),
        broken: () => resolve(here(signal)),
        answer: (answer) => resolve(new Promise((settle) => settle(take(answer, question.seq, signal)))),
      }
      at.postMessage(question, {})
    })

  const load = (signal: AbortSignal, onEarly?: OnEarly): Promise<Changes> => {
    if (worker === null) return here(signal)
    return first === null ? there(worker, signal, onEarly) : early(first, signal, onEarly)
  }
  return { load, close: () => void worker?.terminate() }
}
