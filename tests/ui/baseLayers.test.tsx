// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { BaseLayers } from '../../src/map/BaseLayers.tsx'
import { waitFor } from '../support/waitFor.ts'
import { wrapperFor } from './monitorWorld.tsx'

const { map, drawn } = vi.hoisted(() => ({
  map: { getZoom: () => 20, getContainer: () => document.body },
  drawn: { addTo: vi.fn(), remove: vi.fn(), show: vi.fn() },
}))
// A map needs a browser with layout: here it is replaced by the layers put on it.
vi.mock('react-leaflet', () => ({ TileLayer: () => null, useMap: () => map, useMapEvents: () => map }))
vi.mock('../../src/map/sketch/SketchLayer.ts', () => ({
  LAST_WORLD: 10,
  SketchLayer: function SketchLayer() {
    return drawn
  },
}))
vi.mock('../../src/map/sketch/sources.ts', () => ({ loadCity: vi.fn(), loadProvinces: vi.fn(), loadWorld: vi.fn() }))
vi.mock('../../src/map/vectorFile.ts', () => {
  throw new Error('the console was updated')
})

it('BaseLayers draws the bundled map when the code for vector files cannot be loaded', async () => {
  render(<BaseLayers tiles={null} pmtiles="/city.pmtiles" demoCity={false} />, { wrapper: await wrapperFor() })
  await waitFor(() => expect(drawn.addTo).toHaveBeenCalledExactlyOnceWith(map))
})
