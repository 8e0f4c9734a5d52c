/** State of the dashboard, as its address has it. */
export interface DashboardParams {
  /** null: all areas. */
  area: number | null
  /** null: the last one viewed, or one with data. */
  device: number | null
}

export const readParams = (search: URLSearchParams): DashboardParams => ({
  area: idOf(search.get('area')),
  device: idOf(search.get('device')),
})

export function writeParams({ area, device }: DashboardParams): URLSearchParams {
  const search = new URLSearchParams()
  if (area !== null) search.set('area', String(area))
  if (device !== null) search.set('device', String(device))
  return search
}

const idOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
