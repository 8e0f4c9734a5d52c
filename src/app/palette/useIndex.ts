import { useEffect, useState } from 'react'
import { indexOf, type Entry, type Index } from './search.ts'

/** The entries made searchable, in pieces between frames; the last index stays until the next is ready. null before the first. */
export function useIndex(entries: readonly Entry[]): Index | null {
  const [index, setIndex] = useState<Index | null>(null)
  useEffect(() => {
    let over = false
    const make = async () => {
      // Without the dictionary names are still found by their own characters.
      const readings = await import('./readings.ts').then(
        ({ readingsOf }) => readingsOf,
        () => () => [],
      )
      const made = await indexOf(entries, readings, breathe, () => over)
      if (!over) setIndex(made)
    }
    void make()
    return () => {
      over = true
    }
  }, [entries])
  return index
}

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
