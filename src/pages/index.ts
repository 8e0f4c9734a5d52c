import { lazy, type ComponentType } from 'react'
import { customPages, type CustomPageKey } from '../../resources/menu.ts'

type Load = () => Promise<{ default: ComponentType }>

/** Every page that is not a resource's list, by its menu key. Each is its own chunk. */
const loads: Record<CustomPageKey, Load> = {
  '2-1': () => import('./monitor/MonitorPage.tsx'),
}

const loadList: Load = () => import('./ListPage.tsx')

export const pages = customPages.map(({ key, path }) => ({ key, path, Page: lazy(loads[key]) }))

/** The list of any resource: it takes the resource from its context. */
export const ResourceListPage = lazy(loadList)

/** Starts loading a page's code, so that it is there when it is drawn. A failure shows when it is drawn. */
export function preloadPage(path: string): void {
  const page = customPages.find((custom) => custom.path === path)
  const load = page ? loads[page.key] : path === '/' ? null : loadList
  load?.().catch(() => {})
}
