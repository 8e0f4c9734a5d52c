import { describe, expect, it } from 'vitest'
import {
  ancestors,
  areasBelow,
  buildTree,
  totalsByArea,
  visibleLines,
  type AreaNode,
} from '../../src/kit/areaTree/tree.ts'

const row = (id: number, superid: number | null, name = `A${id}`) => ({ id, name, superid })
const shape = (nodes: AreaNode[]): unknown =>
  nodes.map(({ id, children }) => (children.length === 0 ? id : [id, shape(children)]))

describe('buildTree', () => {
  it('nests areas under their parents and omits the root', () => {
    expect(shape(buildTree([row(1, 0), row(2, 1), row(3, 2), row(4, 2), row(5, 3), row(6, 1)]))).toEqual([
      [2, [[3, [5]], 4]],
      6,
    ])
  })
  it('puts areas with a missing parent at the top level', () => {
    expect(shape(buildTree([row(5, 99), row(6, 5), row(7, null), row(8, 0)]))).toEqual([[5, [6]], 7, 8])
  })
  it('breaks cycles without losing an area', () => {
    expect(shape(buildTree([row(2, 2)]))).toEqual([2])
    expect(shape(buildTree([row(2, 4), row(3, 2), row(4, 3), row(5, 4)]))).toEqual([[2, [[3, [[4, [5]]]]]]])
    expect(shape(buildTree([row(9, 2), row(2, 3), row(3, 2)]))).toEqual([[2, [9, 3]]])
  })
  it('takes the first of two rows with one id and supports a chain of 20000 areas', () => {
    expect(shape(buildTree([row(2, 1, 'a'), row(2, 1, 'b')]))).toEqual([2])
    const chain = Array.from({ length: 20_000 }, (_, at) => row(at + 2, at + 1))
    const deep = buildTree(chain)
    expect(totalsByArea(deep, new Map([[20_001, 7]])).get(2)).toBe(7)
    expect(visibleLines(deep, () => true)).toHaveLength(20_000)
  })
})

const areas = buildTree([
  row(2, 1, '石家庄市'),
  row(3, 2, '长安区'),
  row(4, 2, '桥西区'),
  row(5, 4, '槐安路'),
  row(6, 1, '东区'),
])
const names = (lines: { node: AreaNode }[]) => lines.map(({ node }) => node.name)

describe('visibleLines', () => {
  it('returns the areas under open branches with level, position and number of siblings', () => {
    const lines = visibleLines(areas, (id) => id === 2)
    expect(names(lines)).toEqual(['石家庄市', '长安区', '桥西区', '东区'])
    expect(lines.map(({ level, position, siblings }) => [level, position, siblings])).toEqual([
      [1, 1, 2],
      [2, 1, 2],
      [2, 2, 2],
      [1, 2, 2],
    ])
  })
  it('returns matches with their ancestors while searching', () => {
    const found = visibleLines(areas, () => false, ' 槐安 ')
    expect(names(found)).toEqual(['石家庄市', '桥西区', '槐安路'])
    expect(found.map(({ open }) => open)).toEqual([true, true, false])
    expect(visibleLines(areas, () => true, '没有')).toEqual([])
  })
})

describe('totals and paths of areas', () => {
  it('sum the counts of all subareas, and list descendants and ancestors', () => {
    expect(
      [
        ...totalsByArea(
          areas,
          new Map([
            [2, 1],
            [3, 2],
            [5, 4],
            [99, 8],
          ]),
        ),
      ].sort(([a], [b]) => a - b),
    ).toEqual([
      [2, 7],
      [3, 2],
      [4, 4],
      [5, 4],
      [6, 0],
    ])
    expect([...areasBelow(areas, 4)]).toEqual([4, 5])
    expect([...areasBelow(areas, 77)]).toEqual([])
    expect(ancestors(areas, 5)).toEqual([2, 4])
  })
})
