import { DomUtil, type Map as LeafletMap, type Point } from 'leaflet'
import { pixelRatioOf } from '../pixelRatio.ts'

/**
 * The part of the map that a canvas covers: the view with a margin, so that dragging does not reveal an edge. In px of
 * the map's layers.
 */
export interface Cover {
  topLeft: Point
  width: number
  height: number
}

const AROUND = 0.15

/** A canvas between the ground of a map and its marks. It moves with the map, and is hidden while the map zooms. */
export class CanvasOverlay {
  readonly canvas: HTMLCanvasElement

  constructor(
    private readonly map: LeafletMap,
    name: string,
    zIndex: number,
  ) {
    const pane = map.getPane(name) ?? map.createPane(name)
    pane.style.zIndex = String(zIndex)
    pane.style.pointerEvents = 'none'
    this.canvas = pane.appendChild(document.createElement('canvas'))
    this.canvas.className = 'leaflet-zoom-hide'
    this.canvas.dataset['part'] = name
    this.canvas.setAttribute('aria-hidden', 'true')
  }

  cover(): Cover {
    const size = this.map.getSize()
    const around = size.multiplyBy(AROUND).round()
    const topLeft = this.map.containerPointToLayerPoint([-around.x, -around.y])
    return { topLeft, width: size.x + 2 * around.x, height: size.y + 2 * around.y }
  }

  /** Places the cleared canvas over `cover`; returns a context in px of the map. */
  begin(cover: Cover): CanvasRenderingContext2D | null {
    const ratio = pixelRatioOf(this.map.getContainer())
    this.canvas.width = Math.round(cover.width * ratio)
    this.canvas.height = Math.round(cover.height * ratio)
    this.place(cover)
    const context = this.canvas.getContext('2d')
    context?.scale(ratio, ratio)
    return context
  }

  /**
   * Places a finished picture over `cover`; the canvas takes over the bitmap, so that the main thread touches no pixel.
   * Not for a canvas on which `begin` was called.
   */
  lay(cover: Cover, picture: ImageBitmap): void {
    this.place(cover)
    this.canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
    // Marks the canvas as drawn, for tests.
    this.canvas.dataset['drawn'] = 'true'
  }

  remove(): void {
    this.canvas.remove()
  }

  private place({ topLeft, width, height }: Cover): void {
    this.canvas.style.width = `${width}px`
    this.canvas.style.height = `${height}px`
    DomUtil.setPosition(this.canvas, topLeft)
  }
}

/** Returns colours as red, green and blue for canvas use; custom properties are resolved at `element`. */
export function resolveColors(element: HTMLElement, colors: readonly string[]): [number, number, number][] {
  const probe = element.appendChild(document.createElement('i'))
  probe.hidden = true
  const found = colors.map((color): [number, number, number] => {
    probe.style.color = color
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number)
    return [red, green, blue]
  })
  probe.remove()
  return found
}
