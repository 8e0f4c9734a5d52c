import { useNotify, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { compareHistory } from '../../../dataProvider/history.ts'
import { messageOf } from '../../ui/index.ts'
import type { NamedItem } from '../compare/useItems.ts'

/** What was compared, and its samples in the same order. */
export interface Compared {
  items: readonly NamedItem[]
  month: string
  samples: readonly { times: number[]; values: number[] }[]
}

/** Runs comparisons one at a time. A failed one clears the result and says why (spec 1 §8). */
export function useComparison(): { result: Compared | null; busy: boolean; run: (items: readonly NamedItem[], month: string) => Promise<void>; clear: () => void } {
  const translate = useTranslate()
  const notify = useNotify()
  const [result, setResult] = useState<Compared | null>(null)
  const [busy, setBusy] = useState(false)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const clear = () => {
    abort.current?.abort()
    abort.current = null
    setBusy(false)
    setResult(null)
  }
  const run = async (items: readonly NamedItem[], month: string) => {
    abort.current?.abort()
    const mine = new AbortController()
    abort.current = mine
    setBusy(true)
    try {
      const samples = await compareHistory(items, month.replace('-', ''), mine.signal)
      if (abort.current === mine) setResult({ items, month, samples })
    } catch (failure) {
      if (abort.current !== mine || mine.signal.aborted) return
      setResult(null)
      notify(messageOf(failure, translate), { type: 'error' })
    } finally {
      if (abort.current === mine) setBusy(false)
    }
  }
  return { result, busy, run, clear }
}
