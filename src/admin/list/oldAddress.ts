/**
 * The address parameters of lists before they were react-admin's: `search`, `project`, `area`, `size`, `order=desc`. Links and bookmarks still have them.
 * Answers the same list in today's parameters; null where there is nothing to change.
 */
export function todaysSearch(search: string): string | null {
  const old = new URLSearchParams(search)
  if (!OLD.some((name) => old.has(name)) && !['asc', 'desc'].includes(old.get('order') ?? '')) return null
  const [project, area] = [Number(old.get('project')), Number(old.get('area'))]
  const filter = {
    ...(old.get('search') && { q: old.get('search') }),
    ...(project > 0 && { pro_id: project }),
    ...(area > 0 && { dis_id: area }),
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
  return today.size > 0 ? `?${today}` : ''
}

const OLD = ['search', 'project', 'area', 'size']
