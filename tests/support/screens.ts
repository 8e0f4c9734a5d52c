import { childrenOf, pathTo } from '../../src/crud/place.ts'
import { allResources } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { customPages } from '../../resources/menu.ts'

/** A screen to take a picture of. */
export interface Screen {
  name: string
  path: string
  /** Undefined: as super administrator. False: signed out. */
  signedIn?: false
  /** What must show before the picture. */
  ready: string
}

/** The first record of an entity, by its noun; null where there is none. */
export type FirstId = (noun: string) => Promise<number | null>

/**
 * Every screen there is: the menu's pages, the lists with their dialogs, as the definitions name them, and the few addresses that no
 * definition knows. A new entity, dialog or page is among them by itself.
 */
export async function screensOf(firstId: FirstId): Promise<Screen[]> {
  const lists = await Promise.all(allResources.filter(({ screen }) => screen).map((resource) => listScreens(resource, firstId)))
  const custom = customPages.map(({ path }): Screen => ({ name: nameOf(path), path, ready: CONTENT }))
  const [device, nodemap] = await Promise.all([firstId('godbDevice'), firstId('godbNodemap')])
  return [...outside, ...custom, ...states(device ?? 1, nodemap ?? 1), ...lists.flat()]
}

/** A list, with an empty form, the form of a record, its further dialogs, and what lives inside the record. */
async function listScreens(resource: Resource, firstId: FirstId): Promise<Screen[]> {
  const name = nameOf(resource.path)
  const id = await firstId(resource.api)
  const screens: Screen[] = [{ name: `${name}-list`, path: pathTo(resource, { kind: 'list' }), ready: TABLE }]
  if (resource.tools?.some(({ slot }) => slot === 'import')) screens.push({ name: `${name}-import`, path: `${pathTo(resource, { kind: 'list' })}?import`, ready: DIALOG })
  if (resource.access.create !== undefined) screens.push({ name: `${name}-create`, path: pathTo(resource, { kind: 'create' }), ready: DIALOG })
  if (id === null) return screens
  screens.push({ name: `${name}-edit`, path: pathTo(resource, { kind: 'edit', id }), ready: DIALOG })
  for (const dialog of resource.dialogs ?? []) screens.push({ name: `${name}-${dialog.name}`, path: pathTo(resource, { kind: 'dialog', id, name: dialog.name }), ready: DIALOG })
  for (const child of childrenOf(resource)) {
    const inside = pathTo(resource, { kind: 'within', id, child, inner: { kind: 'list' } })
    const own = `${name}-${child.path.split('/').at(-1)}`
    screens.push({ name: own, path: inside, ready: DIALOG })
    if (child.within?.dialog === undefined) screens.push({ name: `${own}-create`, path: `${inside}/create`, ready: DIALOG })
  }
  return screens
}

const CONTENT = 'main h1, main article, main table, main canvas, main [role=list]'
const TABLE = 'main table tbody tr, main .crud-card, main article, main [role=listitem], main li'
const DIALOG = '[role=dialog] input, [role=dialog] table, [role=dialog] dl, [role=dialog] button'

const outside: readonly Screen[] = [
  { name: 'login', path: '/login', signedIn: false, ready: 'input[name=username]' },
  { name: 'offline', path: '/offline.html', signedIn: false, ready: 'h1' },
  { name: 'bigscreen', path: '/BigScreen', ready: 'canvas, svg, h1' },
  { name: 'not-found', path: '/nowhere', ready: 'main' },
]

/** Pages in a state that their address holds. */
const states = (device: number, nodemap: number): readonly Screen[] => [
  { name: 'monitor-data-rows', path: '/monitor/data?layout=rows', ready: 'main [role=list] > *, main [role=row], article' },
  { name: 'monitor-data-map', path: '/monitor/data?mode=map', ready: '.leaflet-container' },
  { name: 'monitor-data-video', path: '/monitor/data?mode=video', ready: 'main' },
  { name: 'monitor-data-nothing', path: '/monitor/data?search=nothing-is-called-so', ready: 'main' },
  { name: 'monitor-history-answer', path: `/monitor/history?devices=${device}&ask=1`, ready: 'main canvas' },
  { name: 'monitor-hisdataPk-answer', path: `/monitor/hisdataPk?items=${device}.${nodemap},${device}.${nodemap + 1}&month=${new Date().toISOString().slice(0, 7)}&ask=1`, ready: 'main canvas' },
]

/** `/monitor/history` is monitor-history; the start page has no parts. Two entities may end alike. */
const nameOf = (path: string): string => path.split('/').filter(Boolean).join('-') || 'overview'
