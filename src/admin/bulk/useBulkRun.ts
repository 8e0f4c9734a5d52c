import { useCallback, useEffect, useRef, useState } from 'react'
import { WireError } from '../../../dataProvider/http.ts'
import type { Row } from '../../../dataProvider/rows.ts'

/** What became of a row; one without an entry was not come to. */
export type Result = { ok: true } | { ok: false; failure: unknown }

export interface BulkRun {
  phase: 'ready' | 'running' | 'over'
  results: ReadonlyMap<number, Result>
  start: () => void
  /** No further row is begun. */
  cancel: () => void
}

interface BulkWork {
  rows: readonly Row[]
  /** How many rows one call takes. */
  size: number
  act: (rows: readonly Row[]) => Promise<unknown>
  /** Once it is over, or was cancelled. */
  onOver: (results: ReadonlyMap<number, Result>) => void
}

/** Works through rows call by call. A refused call of several rows is repeated row by row, so that one bad row does not block the others. */
export function useBulkRun({ rows, size, act, onOver }: BulkWork): BulkRun {
  const [phase, setPhase] = useState<BulkRun['phase']>('ready')
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map())
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])
  const run = async () => {
    setPhase('running')
    const found = new Map<number, Result>()
    const note = (some: readonly Row[], result: Result) => {
      for (const row of some) found.set(row.id, result)
      setResults(new Map(found))
    }
    const waiting = chunksOf(rows, size)
    for (let next = waiting.shift(); next && !stopped.current; next = waiting.shift()) {
      // One call after the other: what is cancelled was not begun.
      const result = await tried(() => act(next))
      if (!result.ok && next.length > 1 && isRefusal(result.failure)) waiting.unshift(...chunksOf(next, 1))
      else note(next, result)
    }
    setPhase('over')
    onOver(found)
  }
  const cancel = useCallback(() => {
    stopped.current = true
  }, [])
  return { phase, results, start: () => void run(), cancel }
}

const chunksOf = (rows: readonly Row[], size: number): (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size))

const tried = (act: () => Promise<unknown>): Promise<Result> =>
  act().then(
    () => ({ ok: true }),
    (failure: unknown) => ({ ok: false, failure }),
  )

const isRefusal = (failure: unknown): boolean =>
  failure instanceof WireError && failure.status >= 400 && failure.status < 500
