import type { Range } from '../chart/model.ts'

/** Reads the visible range from the address, `zoom=<from>-<to>` in ms since the epoch; null: the full range. */
export function readZoom(search: URLSearchParams): Range | null {
  const [, from, to] = /^(\d{10,14})-(\d{10,14})$/.exec(search.get('zoom') ?? '') ?? []
  return from !== undefined && to !== undefined && Number(from) < Number(to)
    ? { from: Number(from), to: Number(to) }
    : null
}

export function writeZoom(search: URLSearchParams, zoom: Range | null): void {
  if (zoom !== null) search.set('zoom', `${zoom.from}-${zoom.to}`)
}

/** Clips the zoom to the full range; returns the full range if there is no zoom or it lies outside. */
export const clippedZoom = (zoom: Range | null, fullRange: Range): Range =>
  zoom && zoom.from < fullRange.to && zoom.to > fullRange.from
    ? { from: Math.max(zoom.from, fullRange.from), to: Math.min(zoom.to, fullRange.to) }
    : fullRange
