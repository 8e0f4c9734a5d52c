import { useNotify, useStore, useTranslate } from 'react-admin'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { platformNow } from '../../../dataProvider/clock.ts'
import { compareHistory, type ComparedItem } from '../../../dataProvider/calls/history.ts'
import { usePoller } from '../../live/usePoll.ts'
import { messageOf } from '../../kit/index.ts'
import { isReady, keyOf } from '../../compare/compareParams.ts'
import type { ItemSamples } from '../../compare/useWholeSamples.ts'
import { useWake } from '../stage/useWake.ts'

/** Samples of a month by the items' keys. */
export interface Compared {
  month: string
  /** When they were read, ms since the epoch. */
  at: number
  samples: ReadonlyMap<string, ItemSamples>
}

/** How often the comparison is refetched, ms, since its month may still be growing. */
const REFRESH = { every: 300_000, after: 300_000 } as const

/**
 * Compares the items over a month when `run` is called. A failed run clears the result and notifies the user (spec 1
 * §8). The last successful comparison stays through a reload and for weeks, refetched automatically; a failed refetch
 * keeps the picture without a notification, and sets `failed`.
 */
export function useComparison(
  items: readonly ComparedItem[],
  month: string,
): {
  result: Compared | null
  busy: boolean
  /** The result is loading, by `run` or automatically, and there is none yet. */
  waiting: boolean
  failed: boolean
  run: () => Promise<void>
  clear: () => void
} {
  const translate = useTranslate()
  const notify = useNotify()
  const [result, setResult] = useState<Compared | null>(null)
  const [busy, setBusy] = useState(false)
  const [active, setActive] = useStore('bigScreen.compared', false)
  const [failed, setFailed] = useState(false)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  /** 'left': another comparison was started meanwhile. */
  const compare = async (month: string): Promise<'done' | 'left' | { failure: unknown }> => {
    abort.current?.abort()
    const mine = new AbortController()
    abort.current = mine
    try {
      const samples = await compareHistory(items, month.replace('-', ''), mine.signal)
      if (abort.current !== mine) return 'left'
      setResult({
        month,
        at: platformNow(),
        samples: new Map(
          items.flatMap((item, index) => (samples[index] ? [[keyOf(item), samples[index]] as const] : [])),
        ),
      })
      return 'done'
    } catch (failure) {
      return abort.current === mine && !mine.signal.aborted ? { failure } : 'left'
    }
  }
  const clear = () => {
    abort.current?.abort()
    abort.current = null
    setActive(false)
    setBusy(false)
    setFailed(false)
    setResult(null)
  }
  const run = async () => {
    setBusy(true)
    const outcome = await compare(month)
    if (outcome === 'left') return
    setBusy(false)
    setFailed(false)
    setActive(outcome === 'done')
    if (outcome === 'done') return
    setResult(null)
    notify(messageOf(outcome.failure, translate), { type: 'error' })
  }
  const again = async (month: string) => {
    if (!active || busy || !isReady({ items, month })) return
    const outcome = await compare(month)
    if (outcome !== 'left') setFailed(outcome !== 'done')
  }
  usePoller(() => again(month), REFRESH)
  useWake(() => void again(month))
  // After a reload of the screen, or at the begin of a new month.
  const turned = useEffectEvent(again)
  useEffect(() => void turned(month), [month])
  const waiting = result === null && (busy || (active && !failed && isReady({ items, month })))
  return { result, busy, waiting, failed, run, clear }
}
