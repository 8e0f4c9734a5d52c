/** Where a choice is kept: for this browser, or until its tab is closed. */
export type Keeper = 'browser' | 'tab'

/** What a browser that refuses storage, or has no room left in it, remembers for as long as the page lives; by keeper and key. */
const memory = new Map<string, string>()
const placeOf = (key: string, keeper: Keeper): string => `${keeper} ${key}`

/** What was kept under a key; null where nothing was. */
export function readStored(key: string, keeper: Keeper = 'browser'): string | null {
  // Newer than what is stored: a full storage refuses to write, and still reads.
  const kept = memory.get(placeOf(key, keeper))
  if (kept !== undefined) return kept
  try {
    return storageOf(keeper).getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string, keeper: Keeper = 'browser'): void {
  const place = placeOf(key, keeper)
  try {
    storageOf(keeper).setItem(key, value)
    memory.delete(place)
  } catch {
    memory.set(place, value)
  }
}

/** Throws where the browser refuses it. */
const storageOf = (keeper: Keeper): Storage => (keeper === 'browser' ? localStorage : sessionStorage)
