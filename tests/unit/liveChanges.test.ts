import { expect, it } from 'vitest'
import { createChanges } from '../../server/live/changes.ts'
import type { LiveView } from '../../server/platform.ts'

const view: LiveView = { key: 'k', has: ({ project_id }) => project_id === 1 }
const nobody = { ordered: () => [], find: () => undefined }
const left = (id: number, project_id = 1) => ({ id, project_id, district_id: 2 })

it('names who left since a version, as long as that is remembered, and nobody of another view', () => {
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
