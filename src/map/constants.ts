/** Initial view of the map (spec 1 §9). */
export const CENTRE = { lng: 114.519799, lat: 38.05764 } as const
export const ZOOM = 10
export const MIN_ZOOM = 3
export const MAX_ZOOM = 20
