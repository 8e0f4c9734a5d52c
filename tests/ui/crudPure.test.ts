import { describe, expect, it } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import type { Row } from '../../dataProvider/rows.ts'
import { todaysSearch } from '../../src/admin/list/oldAddress.ts'
import { formProblems } from '../../src/admin/form/formValues.ts'
import { pathTo, parsePlace } from '../../src/admin/place.ts'
import { countOf, treeRows } from '../../src/admin/list/table/treeRows.ts'

const product = resourceOf('manage/product')
const nodemap = resourceOf('manage/product/nodemap')
const area = resourceOf('manage/area')

describe('parsePlace and pathTo', () => {
  it.each([
    ['/manage/product', { kind: 'list' }],
    ['/manage/product/', { kind: 'list' }],
    ['/manage/product/create', { kind: 'create' }],
    ['/manage/product/3', { kind: 'edit', id: 3 }],
    ['/manage/product/3/nodemap', { kind: 'within', id: 3, child: nodemap, inner: { kind: 'list' } }],
    ['/manage/product/3/nodemap/create', { kind: 'within', id: 3, child: nodemap, inner: { kind: 'create' } }],
    ['/manage/product/3/nodemap/12', { kind: 'within', id: 3, child: nodemap, inner: { kind: 'edit', id: 12 } }],
  ] as const)('convert %s to a place and back', (path, place) => {
    expect(parsePlace(product, path)).toEqual(place)
    expect(pathTo(product, place)).toBe(path.replace(/\/$/, ''))
  })

  it('accept "import" as a tool only if the definition has that slot', () => {
    expect(parsePlace(area, '/manage/area/import')).toEqual({ kind: 'tool', slot: 'import' })
    expect(pathTo(area, { kind: 'tool', slot: 'import' })).toBe('/manage/area/import')
    expect(parsePlace(area, '/manage/area/import/x')).toEqual({ kind: 'unknown' })
    expect(parsePlace(product, '/manage/product/import')).toEqual({ kind: 'unknown' })
  })

  it.each([
    '/manage/product/x',
    '/manage/product/0',
    '/manage/product/-1',
    '/manage/product/3/what',
    '/manage/product/create/1',
    '/manage/product/3/nodemap/x',
    '/manage/product/99999999999999999',
  ])('return unknown for %s', (path) => {
    expect(parsePlace(product, path)).toEqual({ kind: 'unknown' })
  })
})

describe('formProblems', () => {
  it('ignores an unchanged invalid outline of an edited record or a clone, and reports a changed or new one', () => {
    const admin = { id: 5, super_id: 1, project_id: 1, keys: new Set<string>(), districts: [], types: [] }
    const stored = { name: '东区', superid: 1, project_id: 1, build_state: 0, positional: '[{"lng":1,"lat":2}]' }
    const wrongIn = (changes: object) => Object.keys(formProblems(area, admin, { ...stored, ...changes }, stored))
    expect(wrongIn({ name: '西区' })).toEqual([])
    expect(wrongIn({ positional: '[{"lng":1}]' })).toEqual(['positional'])
    expect(Object.keys(formProblems(area, admin, stored))).toEqual(['positional'])
    // A clone, which starts with the stored value, is treated the same way.
    expect(Object.keys(formProblems(area, admin, stored, null, stored))).toEqual([])
  })
})

describe('todaysSearch', () => {
  it('converts the former list parameters to the current ones', () => {
    const today = new URLSearchParams(
      todaysSearch('?search=a b&project=2&area=5&sort=name&order=desc&page=3&size=50') ?? '',
    )
    expect(JSON.parse(today.get('filter') ?? '')).toEqual({ q: 'a b', pro_id: 2, dis_id: 5 })
    expect(['sort', 'order', 'page', 'perPage'].map((name) => today.get(name))).toEqual(['name', 'DESC', '3', '50'])
  })

  it('drops invalid values, and returns null for current or empty parameters', () => {
    expect(todaysSearch('?project=x&area=-1')).toBe('')
    expect(todaysSearch('?page=2&sort=name&order=ASC')).toBeNull()
    expect(todaysSearch('')).toBeNull()
  })
})

describe('tree table rows', () => {
  const row = (id: number, superid: number, name = `n${id}`): Row => ({ id, superid, name })
  const lines = (rows: Row[], isOpen = (_id: number): boolean => true, search = '') =>
    treeRows(area, rows, isOpen, search).map(({ row: { id }, depth }) => [id, depth])

  it('are placed under their parents, without the root, and orphans at the top level', () => {
    expect(lines([row(1, 0), row(2, 1), row(4, 3), row(3, 2), row(9, 77)])).toEqual([
      [2, 0],
      [3, 1],
      [4, 2],
      [9, 0],
    ])
  })

  it('are counted without the root, and in a search only if they match', () => {
    const rows = [row(1, 0), row(2, 1, '东区'), row(3, 2, '西区')]
    expect(countOf(area, { rows, total: 3 }, '')).toBe(2)
    expect(countOf(area, { rows, total: 3 }, '西')).toBe(1)
  })

  it('contain each row of a parent cycle once', () => {
    expect(lines([row(2, 3), row(3, 2), row(4, 4)])).toEqual([
      [2, 0],
      [3, 1],
      [4, 0],
    ])
  })

  it('omit the descendants of a collapsed row', () => {
    expect(lines([row(2, 1), row(3, 2), row(4, 3)], (id) => id !== 3)).toEqual([
      [2, 0],
      [3, 1],
    ])
  })

  it('support a tree of 20,000 levels', () => {
    expect(lines(Array.from({ length: 20_000 }, (_, index) => row(index + 2, index + 1)))).toHaveLength(20_000)
  })
})
