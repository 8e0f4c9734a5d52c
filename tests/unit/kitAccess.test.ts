import { describe, expect, it } from 'vitest'
import { allResources, resourceOf } from '../../resources/index.ts'
import { isSuper, mayOpen, mayUse, parseIds, parseKeys, rowScope, type Caller } from '../../resources/kit/access.ts'
import type { Access, Action } from '../../resources/kit/define.ts'
import { mayRead, readKeys, type Read } from '../../resources/reads.ts'
import { reviewStep } from '../../resources/review.ts'

const caller = (keys: string[], more: Partial<Caller> = {}): Caller => ({
  id: 9,
  super_id: 2,
  project_id: 3,
  keys: parseKeys(JSON.stringify(keys)),
  districts: [],
  types: [],
  ...more,
})
const root = caller([], { super_id: 1, project_id: null })
const actions: (Action | 'list')[] = [
  'list',
  'create',
  'edit',
  'delete',
  'import',
  'rename',
  'batchStart',
  'batchStop',
  'clone',
  'password',
]

describe('permission keys', () => {
  it('allow their ancestors, but no siblings or descendants', () => {
    const keys = parseKeys('["3-4-2"]')
    expect([...keys].toSorted()).toEqual(['3', '3-4', '3-4-2'])
    expect(mayOpen(caller(['3-4-2']), '3-4')).toBe(true)
    expect(mayOpen(caller(['3-4']), '3-4-3')).toBe(false)
    expect(mayOpen(caller(['3-40']), '3-4')).toBe(false)
  })

  it.each([null, undefined, '', 'null', '{}', '"3-4"', '[', '3-4', '{"0":"3-4"}'])(
    'grant nothing when parsed from %j',
    (text) => expect(parseKeys(text).size).toBe(0),
  )
  it.each(['[null]', '[[]]', '[{}]', '[1e99]'])('grant no code when parsed from %j', (text) => {
    const someone = { ...caller([]), keys: parseKeys(text) }
    for (const resource of allResources) expect(mayUse(someone, resource, 'list')).toBe(false)
  })

  it.each([
    ['1,2', [1, 2]],
    ['1, x,-2,0,3.5', [1]],
    ['', []],
    [null, []],
  ])('parseIds reads the ids in %j', (text, ids) => expect(parseIds(text)).toEqual(ids))
})

describe.each(allResources.map((resource) => [resource.path, resource] as const))('access to %s', (_path, resource) => {
  const codes = Object.values(resource.access)
    .map(codeOf)
    .filter((code) => code !== null)

  it('is denied for every action without keys', () => {
    for (const action of actions) expect(mayUse(caller([]), resource, action), action).toBe(false)
  })

  it('is denied to everybody for an action that is not in the definition', () => {
    for (const action of actions.filter((name) => name !== 'list' && !(name in resource.access))) {
      expect(mayUse(root, resource, action), action).toBe(false)
      expect(mayUse(caller([resource.menuKey, ...codes]), resource, action), action).toBe(false)
    }
  })

  it('is granted for an action only by its own code', () => {
    for (const [action, access] of Object.entries(resource.access) as [Action, Access][]) {
      const others = codes.filter((code) => code !== codeOf(access))
      const anybody = access === null
      const byCode = anybody || typeof access === 'string'
      if (typeof access === 'object' && access !== null && 'types' in access)
        expect(
          mayUse(caller([access.code ?? resource.menuKey], { types: access.types }), resource, action),
          action,
        ).toBe(true)
      expect(mayUse(caller([resource.menuKey, ...others]), resource, action), action).toBe(anybody)
      expect(mayUse(caller([codeOf(access) ?? resource.menuKey]), resource, action), action).toBe(byCode)
      expect(mayUse(root, resource, action), action).toBe(true)
    }
  })

  it('is limited to the caller’s project, and to managed districts if both have them', () => {
    const scope = rowScope(caller([], { districts: [5] }), resource)
    expect(scope.project).toEqual(resource.scope.project === null ? null : { column: resource.scope.project, id: 3 })
    expect(scope.districts).toEqual(resource.scope.district ? { column: resource.scope.district, ids: [5] } : null)
    expect(rowScope(root, resource)).toEqual({ project: null, districts: null })
  })

  it('is limited to no row for a caller without a project', () => {
    if (resource.scope.project !== null)
      expect(rowScope(caller([], { project_id: null }), resource).project?.id).toBe(0)
  })
})

describe('mayRead', () => {
  it.each(Object.entries(readKeys))('allows %s with any of its keys, and denies it with other keys', (what, keys) => {
    const others = Object.values(readKeys)
      .flat()
      .filter((key) => !(keys as readonly string[]).includes(key))
    for (const key of keys) expect(mayRead(caller([`${key}-9`]), what as Read), key).toBe(true)
    expect(mayRead(caller(others), what as Read)).toBe(false)
    expect(mayRead(caller([]), what as Read)).toBe(false)
    expect(mayRead(root, what as Read)).toBe(true)
  })
})

describe('roles', () => {
  it('isSuper is true only for super_id 1', () => {
    expect(isSuper(root)).toBe(true)
    for (const super_id of [0, -1, 2, 10, NaN]) expect(isSuper(caller([], { super_id }))).toBe(false)
  })

  it('editing a display screen requires all three permission types, and viewing requires the menu key', () => {
    const display = resourceOf('peizhiCenter/hmi')
    for (const types of [[], [2, 3], [1, 2, 4]]) expect(mayUse(caller(['6-1'], { types }), display, 'edit')).toBe(false)
    expect(mayUse(caller(['6-1'], { types: [4, 3, 2] }), display, 'edit')).toBe(true)
    expect(mayUse(caller(['6-2'], { types: [4, 3, 2] }), display, 'edit')).toBe(false)
    expect(mayUse(caller(['6-1']), display, 'list')).toBe(true)
  })

  it('reviewStep depends on managed districts and is raised by review permissions', () => {
    const steps = [[], ['2-8'], ['2-8-1'], ['2-8-2']].map((keys) => [
      reviewStep(caller(keys, { districts: [4] })),
      reviewStep(caller(keys)),
    ])
    expect(steps).toEqual([
      [1, 2],
      [1, 2],
      [2, 2],
      [3, 3],
    ])
    expect(reviewStep(root)).toBe(3)
  })

  it('creating a gateway requires only the menu key, and editing its own key', () => {
    const gateway = resourceOf('manage/gateway')
    expect(mayUse(caller(['3-4']), gateway, 'create')).toBe(true)
    expect(mayUse(caller(['3-4']), gateway, 'edit')).toBe(false)
    expect(mayUse(caller(['3-4-3']), gateway, 'edit')).toBe(true)
  })
})

function codeOf(access: Access): string | null {
  return typeof access === 'string' ? access : (access?.code ?? null)
}
