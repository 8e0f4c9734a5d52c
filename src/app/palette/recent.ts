const KEY = 'palette-recent'
const KEPT = 12

/** Ids of what this user opened last through the palette, newest first. Kept by this browser. */
export function readRecent(user: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${KEY}-${user}`) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function addRecent(user: number, id: string): void {
  try {
    localStorage.setItem(
      `${KEY}-${user}`,
      JSON.stringify([id, ...readRecent(user).filter((other) => other !== id)].slice(0, KEPT)),
    )
  } catch {
    // Without storage nothing is remembered.
  }
}
