import { expect, it } from 'vitest'
import { createArrangement, type AreaGroup } from '../../server/live/areaGroups.ts'
import { createChanges } from '../../server/live/changes.ts'
import type { RegisteredDevice } from '../../server/live/registered.ts'
import type { LiveView } from '../../server/platform.ts'
import { seeded } from '../support/seeded.ts'

const view: LiveView = { key: 'k', has: ({ project_id }) => project_id === 1 }
const nobody = { groups: () => [], find: () => undefined }
const left = (id: number, project_id = 1) => ({ id, project_id, district_id: 2 })

it('createChanges lists devices removed since a version in this view, or is full when too old', () => {
  const changes = createChanges('p')
  const since = (version: string) =>
    JSON.parse(String(changes.since(version, view, 'tree', nobody).json())) as { full: number; removed: number[] }
  const before = changes.version(view, 'tree')
  expect(before).not.toBe(changes.version(view, 'another tree'))
  changes.left(left(1))
  changes.left(left(2, 2))
  expect(since(before)).toMatchObject({ full: 0, removed: [1] })
  const between = changes.version(view, 'tree')
  for (let id = 3; id < 10_003; id++) changes.left(left(id))
  expect(since(between).full).toBe(0)
  expect(since(between).removed).toHaveLength(10_000)
  for (let id = 20_000; id < 30_000; id++) changes.left(left(id))
  expect([since(before), since(between)]).toMatchObject([
    { full: 1, removed: [] },
    { full: 1, removed: [] },
  ])
  expect(since(changes.version(view, 'tree'))).toMatchObject({ full: 0, removed: [] })
})

it('createChanges reads no device of an area that is unchanged or not in view', () => {
  const changes = createChanges('p')
  const before = changes.version(view, 'tree')
  const at = changes.tick()
  const nodes = new Map([[11, { id: 11, moved: at, last: { value: 5, ts: 100 } }]])
  const moved = { id: 7, changed: 0, moved: at, nodes } as unknown as RegisteredDevice
  const groupOf = (project_id: number, newest: number, devices?: RegisteredDevice[]): AreaGroup => ({
    project_id,
    district_id: 2,
    newest,
    get devices() {
      if (!devices) throw new Error('nobody is to look in here')
      return devices
    },
  })
  const groups = () => [groupOf(1, at, [moved]), groupOf(1, 0), groupOf(2, at)]
  const answer = changes.since(before, view, 'tree', { groups, find: () => undefined })
  expect(JSON.parse(String(answer.json()))).toMatchObject({ full: 0, devices: [], values: [7, 11, 5, 100] })
})

it('createArrangement keeps devices ordered and by area after changes, and returned lists unchanged', () => {
  const random = seeded(1)
  const below = (end: number): number => Math.floor(random() * end)
  const { ordered, listed, arrange } = createArrangement()
  const devices = new Map<number, RegisteredDevice>()
  const idsOf = (list: Iterable<RegisteredDevice>): number[] => [...list].map(({ id }) => id)
  for (let round = 1; round <= 200; round++) {
    const handedOut = ordered()
    const then = idsOf(handedOut)
    const gone: RegisteredDevice[] = []
    const moved: RegisteredDevice[] = []
    // Now and then more devices than are moved one by one.
    for (const id of new Set(Array.from({ length: round % 10 === 0 ? 40 : 3 }, () => below(60)))) {
      const known = devices.get(id)
      if (known && below(3) === 0) {
        devices.delete(id)
        gone.push(known)
        continue
      }
      const place = { project_id: 1 + below(2), district_id: below(3), sort_num: below(4), changed: round }
      const device = Object.assign(known ?? ({ id, group: null, moved: 0 } as RegisteredDevice), place)
      devices.set(id, device)
      moved.push(device)
    }
    arrange(gone, moved)
    const all = [...devices.values()].toSorted((a, b) => b.sort_num - a.sort_num || a.id - b.id)
    expect(idsOf(ordered())).toEqual(idsOf(all))
    expect(idsOf(handedOut)).toEqual(then)
    for (const district of [0, 1, 2])
      expect(idsOf(listed({ key: '', has: ({ district_id }) => district_id === district }))).toEqual(
        idsOf(all.filter(({ district_id }) => district_id === district)),
      )
    expect(idsOf(listed({ ...view, only: 5 }))).toEqual(
      idsOf(all.filter(({ id, project_id }) => id === 5 && project_id === 1)),
    )
    expect(listed({ ...view, only: null })).toEqual([])
    const astray = all.filter(
      (device) =>
        device.group?.project_id !== device.project_id ||
        device.group.district_id !== device.district_id ||
        device.group.newest < device.changed ||
        !device.group.devices.includes(device),
    )
    expect(astray).toEqual([])
  }
})
