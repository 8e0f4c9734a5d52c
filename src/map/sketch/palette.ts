/** The colours of the bundled map, from map.module.css for the current mode. */
export type Ink =
  | 'ground'
  | 'sea'
  | 'town'
  | 'block'
  | 'park'
  | 'water'
  | 'road'
  | 'casing'
  | 'minor'
  | 'rail'
  | 'border'
  | 'province'
  | 'label'
  | 'label-strong'
  | 'label-water'
  | 'label-park'
export type MapPalette = Readonly<Record<Ink, string>> & { font: string }

const INKS: readonly Ink[] = [
  'ground',
  'sea',
  'town',
  'block',
  'park',
  'water',
  'road',
  'casing',
  'minor',
  'rail',
  'border',
  'province',
  'label',
  'label-strong',
  'label-water',
  'label-park',
]

/** Reads the custom properties as canvas colours: the style engine resolves mixtures first. */
export function readPalette(element: HTMLElement): MapPalette {
  const probe = element.appendChild(document.createElement('i'))
  probe.hidden = true
  const colours = INKS.map((ink) => {
    probe.style.color = `var(--map-${ink})`
    return [ink, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return {
    ...(Object.fromEntries(colours) as Record<Ink, string>),
    font: getComputedStyle(element).fontFamily || 'sans-serif',
  }
}
