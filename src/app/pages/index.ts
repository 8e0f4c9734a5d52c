import { lazy, type ComponentType } from 'react'
import { plainResource } from '../../../dataProvider/plainResources.ts'
import { bigScreen, customPages, overview, type CustomPageKey } from '../../../resources/menu.ts'
import { preloadBigScreen } from './BigScreen.tsx'

type Load = () => Promise<{ default: ComponentType }>

/** Every page that is not a resource's list, by its menu key. Each is its own chunk. */
const loads: Record<CustomPageKey, Load> = {
  '1': () => import('../../dashboard/DashboardPage.tsx'),
  '2-1': () => import('../../monitor/MonitorPage.tsx'),
  '2-2': () => import('../../history/HistoryPage.tsx'),
  '2-3': () => import('../../alarms/records/AlarmsPage.tsx'),
  '2-4': () => import('../../operations/OperationsPage.tsx'),
  '2-5': () => import('../../compare/ComparePage.tsx'),
}

const loadList: Load = () => import('./ListPage.tsx')

/** Other addresses of a page. */
const aliases = ['/monitor/dataMap', '/monitor/video'].map((path) => ({
  key: '2-1',
  path,
  Page: lazy(() => import('../../monitor/ModeAlias.tsx')),
}))

/** All but the start page, which decides for itself what it shows (Home.tsx). */
const menuPages = customPages
  .filter(({ key }) => key !== overview.key)
  .map(({ key, path }) => ({ key, path, Page: lazy(loads[key]) }))

const isPlain = ({ path }: { path: string }) => plainResource(path.slice(1)) !== undefined

/** Those that are lists of a resource without a definition. */
export const plainPages = menuPages.filter(isPlain)

export const pages = [...menuPages.filter((page) => !isPlain(page)), ...aliases]

export const Dashboard = lazy(loads[overview.key])

/** The list of any resource: it takes the resource from its context. */
export const ResourceListPage = lazy(loadList)

/** Starts loading a page's code, so that it is there when it is drawn. A failure shows when it is drawn. */
export function preloadPage(path: string): void {
  if (path === bigScreen.path) return preloadBigScreen()
  const page = customPages.find((custom) => custom.path === path)
  const load = page ? loads[page.key] : loadList
  load().catch(() => {})
}
