import { childrenOf, pathTo } from '../../src/admin/place.ts'
import { allResources } from '../../resources/index.ts'
import { toolsOf } from '../../resources/kit/access.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { DAY } from '../../resources/kit/zone.ts'
import { customPages } from '../../resources/menu.ts'
import { call } from './call.ts'

/** A screen to take a picture of. */
export interface Screen {
  name: string
  path: string
  /** Undefined: as super administrator. False: signed out. */
  signedIn?: false
  /** Selector that must be visible before the picture is taken. */
  ready: string
  /** Controls pressed first, one after the other; what they open has no address. */
  press?: readonly string[]
  /** The dialog or menu over the page, where the screen is about it. */
  over?: string
}

/**
 * Finds the id of an entity's first record, by the entity's noun (filters may follow); null where there is no record.
 */
export type FirstId = (noun: string) => Promise<number | null>

/**
 * Returns every screen: the menu's pages, the lists with their dialogs as the definitions name them, and the few
 * addresses that no definition knows. A new entity, dialog or page is included automatically.
 */
export async function screensOf(firstId: FirstId): Promise<Screen[]> {
  const lists = await Promise.all(
    allResources.filter(({ screen }) => screen).map((resource) => listScreens(resource, firstId)),
  )
  const custom = customPages.map(({ path }): Screen => ({ name: nameOf(path), path, ready: CONTENT }))
  const [device, nodemap, waiting] = await Promise.all([
    firstId('godbDevice'),
    firstId('godbNodemap'),
    firstId('godbThresholdlogByTimeOrId?types=0'),
  ])
  return [
    ...outside,
    ...custom,
    ...states(device ?? 1, nodemap ?? 1),
    ...over(device ?? 1, waiting ?? 1),
    ...lists.flat(),
  ]
}

/** Asks a server for the first id; lists may be paged or bare arrays. */
export const firstIdOf =
  (url: string, token: string): FirstId =>
  async (noun) => {
    const { data } = await call<{ list: { id: number }[] } | { id: number }[]>(
      url,
      'GET',
      `${noun}${noun.includes('?') ? '&' : '?'}page_size=1&current=1&sort=id&order=asc`,
      { token },
    )
    const rows = Array.isArray(data) ? data : data.list
    // The first area is the root, which no user edits.
    return rows.find(({ id }) => noun !== 'godbDistrict' || id !== 1)?.id ?? null
  }

/**
 * Screens of an entity: its list, an empty form, the form of a record, its further dialogs, and what lives inside the
 * record.
 */
async function listScreens(resource: Resource, firstId: FirstId): Promise<Screen[]> {
  const name = nameOf(resource.path)
  const id = await firstId(resource.api)
  const screens: Screen[] = [{ name: `${name}-list`, path: pathTo(resource, { kind: 'list' }), ready: TABLE }]
  if (toolsOf(resource).some(({ slot }) => slot === 'import'))
    screens.push({
      name: `${name}-import`,
      path: pathTo(resource, { kind: 'tool', slot: 'import' }),
      ready: DIALOG,
      over: OVER,
    })
  if (resource.access.create !== undefined)
    screens.push({
      name: `${name}-create`,
      path: pathTo(resource, { kind: 'create' }),
      ready: DIALOG,
      over: OVER,
    })
  if (id === null) return screens
  screens.push({ name: `${name}-edit`, path: pathTo(resource, { kind: 'edit', id }), ready: DIALOG, over: OVER })
  for (const dialog of resource.dialogs ?? [])
    screens.push({
      name: `${name}-${dialog.name}`,
      path: pathTo(resource, { kind: 'dialog', id, name: dialog.name }),
      ready: DIALOG,
      over: OVER,
    })
  for (const child of childrenOf(resource)) {
    const inside = pathTo(resource, { kind: 'within', id, child, inner: { kind: 'list' } })
    const own = `${name}-${child.path.split('/').at(-1)}`
    screens.push({ name: own, path: inside, ready: DIALOG, over: OVER })
    if (child.within?.dialog === undefined)
      screens.push({ name: `${own}-create`, path: `${inside}/create`, ready: DIALOG, over: OVER })
  }
  return screens
}

const CONTENT = 'main h1, main article, main table, main canvas, main [role=list]'
const TABLE = 'main table tbody tr, main article, main [role=listitem], main li, main [data-part=empty]'
const OVER = '[role=dialog]'
const DIALOG = '[role=dialog] input, [role=dialog] table, [role=dialog] dl, [role=dialog] button'

const outside: readonly Screen[] = [
  { name: 'login', path: '/login', signedIn: false, ready: 'input[name=username]' },
  { name: 'register', path: '/register', signedIn: false, ready: 'input[name=phone], form' },
  { name: 'offline', path: '/offline.html', signedIn: false, ready: 'section:not([hidden]) h1' },
  { name: 'bigscreen', path: '/BigScreen', ready: 'canvas, svg, h1' },
  { name: 'bigscreen-classic', path: '/BigScreen?layout=classic', ready: 'main article' },
  { name: 'not-found', path: '/nowhere', ready: 'main' },
]

/** A day with values at every hour: the current day has none right after midnight, in whatever zone. */
const dayAgo = new Date(Date.now() - DAY).toISOString().slice(0, 10)

/** Pages in a state that their address holds. */
const states = (device: number, nodemap: number): readonly Screen[] => [
  { name: 'device', path: `/device/${device}`, ready: 'main svg.recharts-surface' },
  { name: 'device-labels', path: '/device/labels', ready: 'main li svg' },
  {
    name: 'monitor-data-rows',
    path: '/monitor/data?layout=rows',
    ready: 'main [role=list] > *, main [role=row], article',
  },
  { name: 'monitor-data-map', path: '/monitor/data?mode=map', ready: '.leaflet-container' },
  { name: 'monitor-data-video', path: '/monitor/data?mode=video', ready: 'main section li[aria-label]' },
  { name: 'monitor-data-nothing', path: '/monitor/data?q=nothing-is-called-so', ready: 'main' },
  { name: 'monitor-history-answer', path: `/monitor/history?devices=${device}&day=${dayAgo}`, ready: 'main canvas' },
  {
    name: 'monitor-history-month',
    path: `/monitor/history?devices=${device}&period=month&day=${dayAgo}`,
    ready: 'main canvas',
  },
  {
    name: 'monitor-hisdataPk-answer',
    path: `/monitor/hisdataPk?items=${device}.${nodemap},${device}.${nodemap + 1}&month=${dayAgo.slice(0, 7)}&ask=1`,
    ready: 'main canvas',
  },
]

/** What opens over pages: dialogs that have addresses, and menus, popups and panels that have none. */
const over = (device: number, waiting: number): readonly Screen[] => [
  ...['flow', 'record'].map(
    (name): Screen => ({
      name: `device-${name}`,
      path: `/device/${device}?open=${name}`,
      ready: DIALOG,
      over: OVER,
    }),
  ),
  {
    name: 'monitor-threoldManage-detail',
    path: `/monitor/threoldManage?detail=${waiting}`,
    ready: '[data-part=detail] article',
  },
  {
    name: 'monitor-threoldManage-filters',
    path: '/monitor/threoldManage',
    press: ['[data-part=page-actions] button[aria-haspopup=dialog]'],
    ready: '[role=dialog] form',
    over: OVER,
  },
  ...['assign', 'snooze', 'comment', 'close'].map(
    (act): Screen => ({
      name: `monitor-threoldManage-${act}`,
      path: `/monitor/threoldManage?detail=${waiting}`,
      press: [`[data-part=detail] [data-act=${act}]`],
      ready: DIALOG,
      over: OVER,
    }),
  ),
  ...['why', 'tell'].map(
    (part): Screen => ({
      name: `monitor-threoldManage-${part}`,
      path: `/monitor/threoldManage?detail=${waiting}`,
      press: [`[data-part=detail] [data-part=${part}]`],
      ready: '[role=dialog] li',
      over: OVER,
    }),
  ),
  {
    name: 'monitor-threoldManage-keys',
    path: '/monitor/threoldManage',
    press: ['[data-part=all-keys]'],
    ready: DIALOG,
    over: OVER,
  },
  {
    name: 'monitor-history-import',
    path: '/monitor/history',
    press: ['[data-part=import-history]'],
    ready: DIALOG,
    over: OVER,
  },
  {
    name: 'monitor-operation-detail',
    path: '/monitor/operation',
    press: ['[data-part=details]'],
    ready: DIALOG,
    over: OVER,
  },
  {
    name: 'monitor-hisdataPk-choice',
    path: '/monitor/hisdataPk',
    press: ['[data-part=picker] [data-part=combo] > button'],
    ready: '[role=dialog] [role=treeitem]',
    over: OVER,
  },
  {
    name: 'monitor-data-help',
    path: '/monitor/data',
    press: ['main button[aria-haspopup=dialog][title]'],
    ready: '[role=dialog] h2',
    over: OVER,
  },
  { name: 'manage-device-knocks', path: '/manage/device/knocks', ready: DIALOG, over: OVER },
  {
    name: 'manage-device-hj212',
    path: `/manage/device/${device}/detail#hj212`,
    ready: '[role=dialog] select, [role=dialog] [data-part=empty]',
    over: OVER,
  },
  { name: 'palette', path: '/', press: ['[aria-keyshortcuts]'], ready: '[role=dialog] [role=option]', over: OVER },
  {
    name: 'bell',
    path: '/',
    press: ['[data-part=bar-button][aria-haspopup=dialog]'],
    ready: '[role=dialog] button',
    over: OVER,
  },
  {
    name: 'user-menu',
    path: '/',
    press: ['[data-part=bar-button]:has([data-shown])'],
    ready: '[role=menu] [role=menuitem]',
    over: '[role=menu]',
  },
  {
    name: 'manage-device-row',
    path: '/manage/device',
    press: ['main tbody [aria-haspopup=menu]'],
    ready: '[role=menu] [role=menuitem]',
    over: '[role=menu]',
  },
  {
    name: 'manage-device-columns',
    path: '/manage/device',
    press: ['[data-part=columns]'],
    ready: '[role=menu] [role^=menuitem]',
    over: '[role=menu]',
  },
]

/**
 * Name of a path's screens: `/monitor/history` becomes monitor-history, and the start page, which has no segments,
 * overview. Two entities may end alike.
 */
const nameOf = (path: string): string => path.split('/').filter(Boolean).join('-') || 'overview'
