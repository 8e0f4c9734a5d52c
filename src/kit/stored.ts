/** Where a choice is kept: for this browser, or until its tab is closed. */
export type Keeper = 'browser' | 'tab'

/** A choice that could not be stored, and what was stored in its place at that moment. */
interface Kept {
  value: string
  over: string | null
}

/** What a browser that refuses storage, or has no room left in it, remembers for as long as the page lives; by keeper and key. */
const memory = new Map<string, Kept>()
const placeOf = (key: string, keeper: Keeper): string => `${keeper} ${key}`

/** What was kept under a key; null where nothing was. */
export function readStored(key: string, keeper: Keeper = 'browser'): string | null {
  const place = placeOf(key, keeper)
  const kept = memory.get(place)
  const stored = storedIn(key, keeper)
  if (!kept) return stored
  // Newer than what is stored: a full storage refuses to write, and still reads. Unless another tab has stored a choice since.
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

/** Throws where the browser refuses it. */
const storageOf = (keeper: Keeper): Storage => (keeper === 'browser' ? localStorage : sessionStorage)
