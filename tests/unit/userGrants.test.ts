import { describe, expect, it } from 'vitest'
import { parseKeys, type Caller } from '../../resources/kit/access.ts'
import { permissionTree, type Permission } from '../../resources/permissions.ts'
import { areaBranches, idsBelow, readAreaGrants, withArea } from '../../src/entities/user/areaGrants.ts'
import { linesOf, matching, type CheckNode } from '../../src/entities/user/checkLines.ts'
import {
  alongOf,
  keysOf,
  supportedPermissions,
  offeredTo,
  readGrants,
  withKeys,
  withUnknown,
  writeGrants,
} from '../../src/entities/user/grants.ts'
import { parentsOf } from '../../src/entities/user/parents.ts'
import { passwordProblems } from '../../src/entities/user/PasswordDialog.tsx'
import { isUpload, kindOf } from '../../resources/videoKinds.ts'
import { pictureProblem } from '../../src/admin/fields/controls/pictures.ts'
import { hmiAddress } from '../../src/entities/display/hmiAddress.ts'

const callerWith = (keys: string[]): Caller => ({
  id: 9,
  super_id: 2,
  project_id: 1,
  keys: parseKeys(JSON.stringify(keys)),
  districts: [],
  types: [],
})
const label: Permission['label'] = ['甲', '甲', 'A']
const leaf = (key: string): Permission => ({ key, label, children: [] })
const tree: Permission[] = [
  leaf('1'),
  { key: '3', label, children: [{ key: '3-3', label, children: [leaf('3-3-2'), leaf('3-3-4')] }, leaf('3-4')] },
]

describe('permission keys of a user', () => {
  it('include pages and buttons, but no groups', () => {
    expect(tree.flatMap(keysOf)).toEqual(['1', '3-3', '3-3-2', '3-3-4', '3-4'])
  })

  it('are offered only as far as the editor has them', () => {
    expect(offeredTo(callerWith(['3-3-2']), tree).flatMap(keysOf)).toEqual(['3-3', '3-3-2'])
    expect(offeredTo({ ...callerWith([]), super_id: 1 }, tree)).toEqual(tree)
  })

  it('add the page of an added button, and lose the buttons of a removed page', () => {
    const none = readGrants('[]', tree)
    expect([...withKeys(none, ['3-3-4'], true)].toSorted()).toEqual(['3-3', '3-3-4'])
    const all = readGrants('["3-3-2","3-3-4","3-4"]', tree)
    expect([...withKeys(all, ['3-3'], false)]).toEqual(['3-4'])
  })

  it('that the editor lacks stay locked and keep their page selected', () => {
    const offered = offeredTo(callerWith(['3-3-2']), tree)
    const grants = readGrants('["3-3-2","3-3-4","7-1-2","99"]', offered)
    expect([...grants.chosen].toSorted()).toEqual(['3-3', '3-3-2'])
    expect([...grants.locked].toSorted()).toEqual(['3-3-4', '7', '7-1', '7-1-2', '99'])
    const cleared = withKeys(grants, ['3-3', '3-3-2'], false)
    expect([...cleared]).toEqual(['3-3'])
    expect(JSON.parse(writeGrants(cleared, grants.locked))).toEqual(['3', '3-3', '3-3-4', '7', '7-1', '7-1-2', '99'])
  })

  describe('unknown to the console', () => {
    const superAdmin = { ...callerWith([]), super_id: 1 }
    const text = '["3-3-2","3-3-77","3-9-1","99"]'

    it('are listed below their page and removed with it', () => {
      const offered = withUnknown(superAdmin, tree, parseKeys(text))
      expect(offered.flatMap(keysOf)).toEqual(['1', '3-3', '3-3-2', '3-3-4', '3-3-77', '3-4', '3-9', '3-9-1', '99'])
      const grants = readGrants(text, offered)
      expect([grants.locked, [...grants.lockedParents]]).toEqual([[], []])
      expect(JSON.parse(writeGrants(withKeys(grants, ['3-3'], false), grants.locked))).toEqual([
        '3',
        '3-9',
        '3-9-1',
        '99',
      ])
      expect(JSON.parse(writeGrants(withKeys(grants, ['3-3-77'], false), grants.locked))).toEqual([
        '3',
        '3-3',
        '3-3-2',
        '3-9',
        '3-9-1',
        '99',
      ])
    })

    it('are kept if not changed', () => {
      const grants = readGrants(text, withUnknown(superAdmin, tree, parseKeys(text)))
      expect(JSON.parse(writeGrants(withKeys(grants, ['1'], true), grants.locked))).toEqual([
        '1',
        '3',
        '3-3',
        '3-3-2',
        '3-3-77',
        '3-9',
        '3-9-1',
        '99',
      ])
    })

    it('are removed with a page that the editor has, and locked elsewhere', () => {
      const offered = withUnknown(callerWith(['3-3-2']), tree, parseKeys(text))
      const grants = readGrants(text, offered)
      expect([...grants.locked].toSorted()).toEqual(['3-9', '3-9-1', '99'])
      expect([...withKeys(grants, ['3-3'], false)]).toEqual([])
    })
  })

  it('are unique in the permission tree of the product', () => {
    const keys = permissionTree().flatMap(keysOf)
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of ['1', '3-3-2', '7-1-5', '10']) expect(keys).toContain(key)
  })

  it('include device control only by its own line, and only if the platform supports it', () => {
    const page = supportedPermissions(new Set(['control']), permissionTree())
      .flatMap(({ children }) => children)
      .find(({ key }) => key === '2-1')
    expect(page && keysOf(page)).toEqual(['2-1', '2-1-1'])
    expect(page && [...alongOf([page])]).toEqual(['2-1'])
    expect(alongOf(permissionTree())).not.toContain('2-1-1')
    expect(supportedPermissions(new Set(), permissionTree()).flatMap(keysOf)).not.toContain('2-1-1')
  })

  it('include a review step only by its own line', () => {
    const pages = supportedPermissions(new Set(['review-steps']), permissionTree())
    expect(pages.flatMap(keysOf)).toEqual(expect.arrayContaining(['2-8', '2-8-1', '2-8-2']))
    expect([...alongOf(pages)].filter((key) => key.startsWith('2-8'))).toEqual(['2-8'])
  })

  it('are read from invalid text without an error', () => {
    for (const text of [null, '', 'x', '{}', '[1, null]']) expect(() => readGrants(text, tree)).not.toThrow()
  })
})

describe('areas of a user', () => {
  const rows = [
    { id: 10, name: '市', superid: 1, project_id: 1 },
    { id: 11, name: '区', superid: 10, project_id: 1 },
    { id: 12, name: '街', superid: 11, project_id: 1 },
    { id: 20, name: '别处', superid: 1, project_id: 2 },
  ]
  const branches = areaBranches(rows, 1)

  it('are the tree of the project, without cycles', () => {
    expect(branches.flatMap(idsBelow)).toEqual([10, 11, 12])
    expect(
      areaBranches(
        [
          { id: 1, name: 'a', superid: 2 },
          { id: 2, name: 'b', superid: 1 },
        ],
        null,
      ),
    ).toEqual([])
  })

  it('replace their selected subareas when selected', () => {
    const [city] = branches
    const district = city?.children[0]
    if (!city || !district) throw new Error('no branches')
    expect([...withArea(new Set([11]), city, true)]).toEqual([10])
    expect([...withArea(new Set([12]), district, true)]).toEqual([11])
    expect([...withArea(new Set([10]), city, false)]).toEqual([])
  })

  it('that the editor lacks stay locked', () => {
    expect(readAreaGrants('11,20', branches)).toEqual({ chosen: new Set([11]), locked: [20] })
  })
})

describe('checkbox tree', () => {
  const node = (id: string, children: CheckNode[] = [], note?: string): CheckNode => ({
    id,
    label: id,
    checked: false,
    children,
    ...(note && { note }),
  })
  const nodes = [node('one', [node('two', [], '3-1'), node('three')])]

  it('finds nodes by text and by key, with their ancestors', () => {
    expect(matching(nodes, 'TWO').flatMap(({ children }) => children.map(({ id }) => id))).toEqual(['two'])
    expect(matching(nodes, '3-1')).toHaveLength(1)
    expect(matching(nodes, 'zzz')).toEqual([])
  })

  it('lists the children of open branches with level, parent and position', () => {
    expect(linesOf(nodes, () => false).map(({ node: { id } }) => id)).toEqual(['one'])
    expect(linesOf(nodes, () => true).map(({ level, parent, position }) => [level, parent, position])).toEqual([
      [1, null, 1],
      [2, 'one', 1],
      [2, 'one', 2],
    ])
  })
})

describe('form rules', () => {
  it('parentsOf returns administrators of the same project, without the user', () => {
    const users = [
      { id: 2, super_id: 2, project_id: 1 },
      { id: 5, super_id: 2, project_id: 1 },
      { id: 6, super_id: 2, project_id: 2 },
      { id: 7, super_id: 5, project_id: 1 },
      { id: 8, super_id: 2, project_id: 1 },
    ]
    expect(parentsOf(users, 8, 1).map(({ id }) => id)).toEqual([5])
    expect(parentsOf(users, null, null)).toEqual([])
  })

  it('passwordProblems reports a mismatch at once, and other problems after an attempt to submit', () => {
    expect(passwordProblems({ own: '', next: 'abc', repeat: 'abd' }, 8, false)).toEqual({
      own: null,
      next: null,
      repeat: 'signin.change.mismatch',
    })
    expect(passwordProblems({ own: '', next: 'abc', repeat: '' }, 8, true)).toEqual({
      own: 'error.rule.required',
      next: 'signin.change.length',
      repeat: 'error.rule.required',
    })
    expect(Object.values(passwordProblems({ own: 'x', next: 'abc', repeat: 'abc' }, 3, true))).toEqual([
      null,
      null,
      null,
    ])
  })

  it('pictureProblem rejects a file of the wrong type or over 5 MB', () => {
    expect(pictureProblem({ type: 'image/png', size: 10 })).toBeNull()
    expect(pictureProblem({ type: 'image/webp', size: 10 })?.key).toBe('error.upload.type')
    expect(pictureProblem({ type: 'image/png', size: 5 * 1024 * 1024 + 1 })).toEqual({
      key: 'error.upload.tooLarge',
      args: { megabytes: 5 },
    })
  })

  it('kindOf derives stream, picture or file from the URL', () => {
    const kinds = ['b.m3u8?x=1', 'play?of=b.M3U8', 'a.png', 'a.webp?t=1', 'b.mp4'].map((name) =>
      kindOf(`https://a/${name}`),
    )
    expect(kinds).toEqual(['stream', 'stream', 'picture', 'picture', 'file'])
    expect([kindOf('/upload/a.png'), kindOf('https://a/shot', 1)]).toEqual(['picture', 'picture'])
    expect(isUpload('/upload/a.png')).toBe(true)
  })

  it('hmiAddress contains token, screen and pin codes, and is null without a usable editor URL', () => {
    const target = { token: 't&k', hmiId: 7, districtPin: 'D1', projectPin: 'P1' }
    const here = { origin: 'https://city.example', hostname: 'city.example' }
    expect(hmiAddress(null, target, here)).toBeNull()
    expect(hmiAddress('https://hmi.{host}/', target, { origin: 'http://127.0.0.1', hostname: '127.0.0.1' })).toBeNull()
    expect(hmiAddress('/hmi/', target, here)).toBe(
      'https://city.example/hmi/?token=t%26k&hmi_id=7&district_pin_code=D1&project_pin_code=P1',
    )
    expect(hmiAddress('https://hmi.{host}/edit', target, here)).toContain('https://hmi.city.example/edit?token=')
  })
})
