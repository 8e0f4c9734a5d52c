import { useCallback, useEffect, useRef, useState } from 'react'
import { WireError } from '../../../dataProvider/http.ts'
import type { Row } from '../../../dataProvider/rows.ts'

/** Result of a row; a row without an entry was not processed. */
export type Result = { ok: true } | { ok: false; failure: unknown }

export interface BulkRun {
  phase: 'ready' | 'running' | 'over'
  results: ReadonlyMap<number, Result>
  start: () => void
  /** Stops the run: no further row is begun. */
  cancel: () => void
}

interface BulkWork {
  rows: readonly Row[]
  /** Number of rows in one call. */
  size: number
  act: (rows: readonly Row[]) => Promise<unknown>
  /** Called once the run is over, or was cancelled. */
  onOver: (results: ReadonlyMap<number, Result>) => void
}

/**
 * Processes rows call by call. A refused call of several rows is repeated row by row, so that one bad row does not
 * block the rest.
 */
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
      // One call at a time, so that cancelled rows have not been begun.
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
