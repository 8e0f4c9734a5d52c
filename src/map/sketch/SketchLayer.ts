import { GridLayer, type Coords, type Map as LeafletMap } from 'leaflet'
import type { Language } from '../../../i18n/types.ts'
import { pixelRatioOf } from '../pixelRatio.ts'
import { paint } from './paint.ts'
import type { MapPalette } from './palette.ts'
import type { SketchShape } from './sketch.ts'

const SIZE = 512

/** The bundled map: canvas tiles painted from shapes in memory, so that panning moves bitmaps without any request. */
export class SketchLayer extends GridLayer {
  private shapes: readonly SketchShape[] = []
  private palette: MapPalette | null = null
  private hasLand = false
  private language: Language = 'zhCN'
  private container: HTMLElement | null = null

  constructor() {
    super({ tileSize: SIZE, updateWhenZooming: false, keepBuffer: 1 })
  }

  /**
   * Sets the shapes, colours and the language of names, and repaints. Without land shapes everything is painted as
   * ground, since the sea is unknown.
   */
  show(shapes: readonly SketchShape[], palette: MapPalette, language: Language): void {
    this.language = language
    this.shapes = shapes
    this.palette = palette
    this.hasLand = shapes.some(({ kind }) => kind === 'land')
    this.redraw()
  }

  override onAdd(map: LeafletMap): this {
    this.container = map.getContainer()
    return super.onAdd(map)
  }

  protected override createTile({ x, y, z }: Coords): HTMLElement {
    const tile = document.createElement('canvas')
    const ratio = this.container ? pixelRatioOf(this.container) : 1
    tile.width = SIZE * ratio
    tile.height = SIZE * ratio
    const context = tile.getContext('2d')
    if (context === null || this.palette === null) return tile
    context.scale(ratio, ratio)
    const scale = 256 * 2 ** z
    // The world is repeated east and west of the date line.
    const across = Math.max(1, scale / SIZE)
    const column = ((x % across) + across) % across
    paint(
      context,
      { x: (column * SIZE) / scale, y: (y * SIZE) / scale, scale, size: SIZE, zoom: z },
      this.shapes,
      this.palette,
      this.hasLand && z <= LAST_WORLD,
      this.language,
    )
    return tile
  }
}

/** Beyond this zoom the world's outline is too coarse to be drawn. */
export const LAST_WORLD = 8
