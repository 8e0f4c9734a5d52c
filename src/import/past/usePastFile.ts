import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { platformZone } from '../../kit/hooks/useZone.ts'
import { FileProblem, type Encoding } from '../decode.ts'
import { readCsv } from '../readCsv.ts'
import { PastFile } from './pastFile.ts'
import { createPastSending, type PastSending } from './pastSending.ts'

/** A file that was read, with the object that sends its rows. */
export interface LoadedPast {
  past: PastFile
  sending: PastSending
}

/** Reads files of history; a failure is reported and keeps the previous file. */
export function usePastFile() {
  const [loaded, setLoaded] = useState<LoadedPast | null>(null)
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(0)
  const read = useCallback(async (file: File, encoding: Encoding | null) => {
    const mine = ++latest.current
    setReading(true)
    setProblem(null)
    try {
      const [parsed, zone] = await Promise.all([readCsv(file, encoding), platformZone()])
      if (mine !== latest.current) return
      const past = new PastFile(file, parsed, zone)
      setLoaded({ past, sending: createPastSending(past) })
    } catch (failure) {
      if (mine === latest.current)
        setProblem(failure instanceof FileProblem ? failure.message : 'importing.fileTypeError')
    } finally {
      if (mine === latest.current) setReading(false)
    }
  }, [])
  return { loaded, reading, problem, read, forget: useCallback(() => setLoaded(null), []) }
}

/** Renders the component again whenever the file changes. */
export const usePast = (past: PastFile): number => useSyncExternalStore(past.subscribe, () => past.version)
