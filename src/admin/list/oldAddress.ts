/** Filters for which older addresses had parameters of their own, with how to read their text; null filters nothing. */
export type OldFilters = Readonly<Record<string, (text: string) => unknown>>

/**
 * Translates a list's older address parameters, which links and bookmarks still have: `search`, `project`, `area`,
 * `size`, `order=desc`, and a page's own ones. Returns the same list in react-admin's parameters; null where there is
 * nothing to translate.
 */
export function todaysSearch(search: string, own: OldFilters = {}): string | null {
  const old = new URLSearchParams(search)
  const names = ['search', 'project', 'area', 'size', ...Object.keys(own)]
  if (!names.some((name) => old.has(name)) && !['asc', 'desc'].includes(old.get('order') ?? '')) return null
  const [project, area] = [Number(old.get('project')), Number(old.get('area'))]
  const filter = {
    ...(old.get('search') && { q: old.get('search') }),
    ...(project > 0 && { pro_id: project }),
    ...(area > 0 && { dis_id: area }),
    ...Object.fromEntries(
      Object.entries(own)
        .map(([name, read]) => [name, old.has(name) ? read(old.get(name) ?? '') : null])
        .filter(([, value]) => value !== null),
    ),
  }
  const today = new URLSearchParams()
  if (Object.keys(filter).length > 0) today.set('filter', JSON.stringify(filter))
  for (const [name, value] of [
    ['sort', old.get('sort')],
    ['order', old.get('order')?.toUpperCase() ?? (old.has('sort') ? 'ASC' : null)],
    ['page', old.get('page')],
    ['perPage', old.get('size')],
  ] as const)
    if (value) today.set(name, value)
  // Other parameters belong to a dialog over the list.
  for (const [name, value] of old) if (![...names, ...OF_LISTS].includes(name)) today.set(name, value)
  return today.size > 0 ? `?${today}` : ''
}

const OF_LISTS = ['sort', 'order', 'page', 'perPage', 'filter', 'displayedFilters']
