import { useState } from 'react'

/** A value as it was for as long as the new one says the same: what is drawn of it is then not drawn again. */
export function useKept<T>(value: T, same: (one: T, other: T) => boolean): T {
  const [kept, keep] = useState(value)
  if (kept === value || same(kept, value)) return kept
  keep(value)
  return value
}

export const sameMap = <K, V>(one: ReadonlyMap<K, V>, other: ReadonlyMap<K, V>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value)

export const sameSet = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean =>
  one.size === other.size && [...one].every((entry) => other.has(entry))
