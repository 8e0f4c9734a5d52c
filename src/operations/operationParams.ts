import { PAGE_SIZES } from '../kit/pageNumbers.ts'

/** What the operation log shows, as its address holds it; days are calendar days of the platform, '' is open. */
export interface OperationParams {
  search: string
  project: number | null
  first: string
  last: string
  page: number
  size: number
  /** The entry whose changes stand open. */
  open: number | null
}

export function readParams(search: URLSearchParams, today: string): OperationParams {
  const size = Number(search.get('size'))
  return {
    search: (search.get('search') ?? '').slice(0, 100),
    project: idOf(search.get('project')),
    first: dayOf(search.get('first'), today),
    last: dayOf(search.get('last'), today),
    page: idOf(search.get('page')) ?? 1,
    size: PAGE_SIZES.includes(size) ? size : 10,
    open: idOf(search.get('open')),
  }
}

export function writeParams(params: OperationParams): URLSearchParams {
  const search = new URLSearchParams()
  for (const name of ['search', 'first', 'last'] as const) if (params[name] !== '') search.set(name, params[name])
  for (const name of ['project', 'open'] as const) if (params[name] !== null) search.set(name, String(params[name]))
  if (params.page > 1) search.set('page', String(params.page))
  if (params.size !== 10) search.set('size', String(params.size))
  return search
}

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
const dayOf = (text: string | null, today: string): string =>
  text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))
    ? ''
    : text > today
      ? today
      : text
