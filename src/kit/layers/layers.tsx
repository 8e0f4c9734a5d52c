import { Suspense, type ComponentType } from 'react'
import { chunk } from '../chunk.tsx'

/**
 * What opens over a page: MUI's layers. Their code is no part of the first page: it comes once that stands (Shell), or when the first of them opens.
 */
export const Dialog = layer(() => import('./Dialog.tsx'))
export const Drawer = layer(() => import('./Drawer.tsx'))
export const MenuItem = layer(() => import('./MenuItem.tsx'))
/** With its items: it is placed, and its first item focused, as it opens. */
export const Menu = layer(async () => {
  const [menu] = await Promise.all([import('./Menu.tsx'), MenuItem.preload()])
  return menu
})
export const Popover = layer(() => import('./Popover.tsx'))
/** The calendar of a day: it comes when the first one opens. Inside a layer the panel waits for it, so that it opens at its full size. */
export const Days = chunk(() => import('../days/Days.tsx'))

/** Asks for the code of all of them but the calendar. */
export async function preloadLayers(): Promise<void> {
  await Promise.all([Dialog, Drawer, Menu, MenuItem, Popover].map(({ preload }) => preload()))
}

/** The page below stays as it is while the code of a layer is on its way. */
function layer<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Layer = chunk(load)
  const drawn = (props: P) => (
    <Suspense>
      <Layer {...props} />
    </Suspense>
  )
  return Object.assign(drawn, { preload: Layer.preload })
}
