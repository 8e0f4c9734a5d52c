/** Where a choice is stored: for this browser, or until its tab is closed. */
export type Keeper = 'browser' | 'tab'

/** A choice that could not be stored, and the value that was in the storage at that moment. */
interface Kept {
  value: string
  over: string | null
}

/**
 * In-memory fallback, for the lifetime of the page, if the browser refuses storage or its storage is full; by keeper
 * and key.
 */
const memory = new Map<string, Kept>()
const placeOf = (key: string, keeper: Keeper): string => `${keeper} ${key}`

/** Returns the value stored under a key; null if there is none. */
export function readStored(key: string, keeper: Keeper = 'browser'): string | null {
  const place = placeOf(key, keeper)
  const kept = memory.get(place)
  const stored = storedIn(key, keeper)
  if (!kept) return stored
  // The fallback is newer than the stored value, since a full storage refuses writes but still reads, unless another
  // tab has stored a value since.
  if (stored === kept.over) return kept.value
  memory.delete(place)
  return stored
}

export function writeStored(key: string, value: string, keeper: Keeper = 'browser'): void {
  const place = placeOf(key, keeper)
  try {
    storageOf(keeper).setItem(key, value)
    memory.delete(place)
  } catch {
    memory.set(place, { value, over: storedIn(key, keeper) })
  }
}

function storedIn(key: string, keeper: Keeper): string | null {
  try {
    return storageOf(keeper).getItem(key)
  } catch {
    return null
  }
}

/** @throws if the browser refuses access */
const storageOf = (keeper: Keeper): Storage => (keeper === 'browser' ? localStorage : sessionStorage)
