/** Reads what this browser remembers of the dashboard; null if it refuses storage. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // If the browser refuses storage, only a convenience is lost.
  }
}
