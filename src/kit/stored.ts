/** Where a choice is kept: for this browser, or until its tab is closed. */
export type Keeper = 'browser' | 'tab'

/** What a browser that refuses storage remembers, for as long as the page lives. */
const memory = new Map<string, string>()

/** What was kept under a key; null where nothing was. */
export function readStored(key: string, keeper: Keeper = 'browser'): string | null {
  try {
    return storageOf(keeper).getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

export function writeStored(key: string, value: string, keeper: Keeper = 'browser'): void {
  try {
    storageOf(keeper).setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}

/** Throws where the browser refuses it. */
const storageOf = (keeper: Keeper): Storage => (keeper === 'browser' ? localStorage : sessionStorage)
