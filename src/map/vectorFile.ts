import { namedFlavor } from '@protomaps/basemaps'
import type { Layer } from 'leaflet'
import { labelRules, leafletLayer, paintRules } from 'protomaps-leaflet'
import type { ThemeMode } from '../kit/theme/mode.ts'
import type { MapPalette } from './sketch/palette.ts'

/** Returns a layer of a PMTiles file in the Protomaps scheme, in the main colours of the bundled map. */
export function vectorFileLayer(url: string, mode: ThemeMode, palette: MapPalette): Layer {
  const { ground, sea, park, water, block, road, casing, border } = palette
  const flavor = {
    ...namedFlavor(mode),
    background: sea,
    earth: ground,
    water,
    park_a: park,
    park_b: park,
    wood_a: park,
    wood_b: park,
    buildings: block,
    highway: road,
    major: road,
    highway_casing_late: casing,
    boundaries: border,
  }
  const lang = document.documentElement.lang.startsWith('zh') ? 'zh-Hans' : 'en'
  return leafletLayer({
    url,
    paintRules: paintRules(flavor),
    labelRules: labelRules(flavor, lang),
    backgroundColor: sea,
    attribution: '© OpenStreetMap',
  }) as unknown as Layer
}
