import { Suspense, type ComponentType } from 'react'
import { chunk } from '../chunk.tsx'

/**
 * Layers that open over a page, MUI's. Their code is not part of the first page: it is loaded once that is usable
 * (Shell), or when the first layer opens.
 */
export const Dialog = layer(() => import('./Dialog.tsx'))
export const Drawer = layer(() => import('./Drawer.tsx'))
export const MenuItem = layer(() => import('./MenuItem.tsx'))
/** Loaded with its items: it is positioned, and its first item focused, when it opens. */
export const Menu = layer(async () => {
  const [menu] = await Promise.all([import('./Menu.tsx'), MenuItem.preload()])
  return menu
})
export const Popover = layer(() => import('./Popover.tsx'))
/**
 * The calendar of a day, loaded when the first one opens. Inside a layer the panel waits for it, so that it opens at
 * its full size.
 */
export const Days = chunk(() => import('../days/Days.tsx'))

/** Loads the code of all layers except the calendar. */
export async function preloadLayers(): Promise<void> {
  await Promise.all([Dialog, Drawer, Menu, MenuItem, Popover].map(({ preload }) => preload()))
}

/** The page below stays visible while the code of a layer is loading. */
function layer<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Layer = chunk(load)
  const drawn = (props: P) => (
    <Suspense>
      <Layer {...props} />
    </Suspense>
  )
  return Object.assign(drawn, { preload: Layer.preload })
}
