/** What this browser remembers of the dashboard; nothing where it refuses storage. */
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
    // A browser that refuses storage forgets it: no more than a convenience is lost.
  }
}
