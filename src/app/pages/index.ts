import { lazy, type ComponentType } from 'react'
import { plainResource } from '../../../dataProvider/plainResources.ts'
import {
  bigScreen,
  customPages,
  deviceLabels,
  devicePage,
  overview,
  type CustomPageKey,
} from '../../../resources/menu.ts'

type Load = () => Promise<{ default: ComponentType }>

/**
 * Every page by its menu key, `*` being the list of any resource. Each is its own chunk. The build reads these lines to
 * find out what the server announces with each page (vite.config.ts).
 */
const loads: Record<CustomPageKey | typeof bigScreen.key | '*', Load> = {
  '1': () => import('../../dashboard/DashboardPage.tsx'),
  '2-1': () => import('../../monitor/MonitorPage.tsx'),
  '2-2': () => import('../../history/HistoryPage.tsx'),
  '2-3': () => import('../../alarms/AlarmsRoom.tsx'),
  '2-4': () => import('../../operations/OperationsPage.tsx'),
  '2-5': () => import('../../compare/ComparePage.tsx'),
  '2-8': () => import('../../quality/QualityPage.tsx'),
  '2-9': () => import('../../ranking/RankingPage.tsx'),
  '8': () => import('../../bigscreen/BigScreenPage.tsx'),
  '*': () => import('./ListPage.tsx'),
}

/** Other addresses of a page. */
const aliases = ['/monitor/dataMap', '/monitor/video'].map((path) => ({
  key: '2-1',
  path,
  Page: lazy(() => import('../../monitor/ModeAlias.tsx')),
}))

/** All but the start page, which decides itself what it shows (Home in App.tsx). */
const menuPages = customPages
  .filter(({ key }) => key !== overview.key)
  .map(({ key, path }) => ({ key, path, Page: lazy(loads[key]) }))

const isPlain = ({ path }: { path: string }) => plainResource(path.slice(1)) !== undefined

/** Pages that are lists of a resource without a definition. */
export const plainPages = menuPages.filter(isPlain)

export const pages = [...menuPages.filter((page) => !isPlain(page)), ...aliases]

const loadDevice = () => import('../../device/DevicePage.tsx')

/** Pages that are in no menu, for users who may read the live state of devices. */
export const devicePages = [
  { path: deviceLabels, Page: lazy(() => import('../../device/LabelsPage.tsx')) },
  { path: devicePage, Page: lazy(loadDevice) },
]

export const Dashboard = lazy(loads[overview.key])

/** List of any resource, which it takes from its context. */
export const ResourceListPage = lazy(loads['*'])

/** The only page that a wall screen shows. */
export const BigScreenPage = lazy(loads[bigScreen.key])

/**
 * Starts to load a page's code, so that it is there when the page is drawn. A failure is reported when the page is
 * drawn.
 */
export function preloadPage(path: string): void {
  const page = [...customPages, bigScreen].find((custom) => custom.path === path)
  if (DEVICE.test(path)) return void loadDevice().catch(() => {})
  loads[page?.key ?? '*']().catch(() => {})
}

const DEVICE = /^\/device\/\d+$/
