/** Formats a distance: "850 m", "1.2 km". */
export const distanceText = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`
