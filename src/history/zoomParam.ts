import type { Range } from '../chart/model.ts'

/** The part of an answer an address asks for, as `zoom=<from>-<to>`, epoch ms; null: all of it. */
export function readZoom(search: URLSearchParams): Range | null {
  const [, from, to] = /^(\d{10,14})-(\d{10,14})$/.exec(search.get('zoom') ?? '') ?? []
  return from !== undefined && to !== undefined && Number(from) < Number(to)
    ? { from: Number(from), to: Number(to) }
    : null
}

export function writeZoom(search: URLSearchParams, zoom: Range | null): void {
  if (zoom !== null) search.set('zoom', `${zoom.from}-${zoom.to}`)
}

/** The part of a stretch an address asks for; all of it where it asks for none, or for one outside. */
export const within = (zoom: Range | null, whole: Range): Range =>
  zoom && zoom.from < whole.to && zoom.to > whole.from
    ? { from: Math.max(zoom.from, whole.from), to: Math.min(zoom.to, whole.to) }
    : whole
