import { describe, expect, it } from 'vitest'
import { dictionary } from '../../resources/dictionary.ts'
import { allResources, findResource } from '../../resources/index.ts'
import type { Access, Field, Label, Resource } from '../../resources/kit/define.ts'
import { extensions } from '../../resources/kit/extensions.ts'
import { rules } from '../../resources/kit/rules.ts'
import { menu } from '../../resources/menu.ts'
import { supportedResource } from '../../src/admin/supportedResource.ts'
import { plainFields } from './plainFields.ts'

/** Names of every row besides the definition's fields. */
const own = ['id']
const fieldsOf = (resource: Resource): [string, Field][] => Object.entries(resource.fields)
const knows = (resource: Resource, name: string): boolean => own.includes(name) || Object.hasOwn(resource.fields, name)

describe.each(allResources.map((resource) => [resource.path, resource] as const))('entity %s', (_path, resource) => {
  it('is unchanged by a JSON round trip', () => {
    expect(JSON.parse(JSON.stringify(resource))).toEqual(resource)
  })

  it('names only fields that it has, also without extensions', () => {
    for (const known of [resource, supportedResource(resource, new Set())]) {
      expect(namedIn(known).filter((name) => !knows(known, name))).toEqual([])
    }
  })

  it('names an extension for exactly the fields that plain /v1 does not have', () => {
    const plain = new Set(plainFields[resource.api])
    // An entity may name the extension for all of its fields.
    const later = resource.extension ? [] : fieldsOf(resource).filter(([name]) => !plain.has(name))
    expect(
      later.filter(([, { extension }]) => !extensions.some((known) => known === extension)).map(([name]) => name),
    ).toEqual([])
    expect(fieldsOf(resource).filter(([name, { extension }]) => plain.has(name) && extension !== undefined)).toEqual([])
  })

  it('restricts rows without a project to the super administrator or has a hook that checks them', () => {
    if (resource.scope.project !== null || resource.hook === 'nodemap') return
    const forOthers = (['create', 'edit', 'delete', 'import'] as const).filter((action) => {
      const access: Access | undefined = resource.access[action]
      return access !== undefined && !(typeof access === 'object' && access !== null && 'superOnly' in access)
    })
    expect(forOthers).toEqual([])
  })

  it('names each field only once in the form, in the list and in the CSV', () => {
    for (const names of [resource.list.flat(), resource.form.flatMap((section) => section.fields), resource.csv ?? []])
      expect(new Set(names).size).toBe(names.length)
  })

  it('has every required field in the form or with a default', () => {
    const inForm = new Set<string>(resource.form.flatMap((section) => section.fields))
    const given = (name: string, field: Field): boolean =>
      inForm.has(name) || resource.within?.by === name || ('default' in field && field.default !== undefined)
    expect(
      fieldsOf(resource)
        .filter(([name, field]) => field.required && !given(name, field))
        .map(([name]) => name),
    ).toEqual([])
  })

  it('has no read-only, computed or hidden field in the form', () => {
    const inForm = resource.form.flatMap((section) =>
      section.fields.map((name) => [name, resource.fields[name]] as const),
    )
    expect(
      inForm.filter(([, field]) => field?.readOnly || field?.computed || field?.hidden).map(([name]) => name),
    ).toEqual([])
  })

  it('uses only conditions on values that the other field can have', () => {
    for (const [name, field] of fieldsOf(resource)) {
      const other = field.when && resource.fields[field.when.field]
      if (!field.when || !other || 'filled' in field.when) continue
      const { in: wanted } = field.when
      const possible =
        other.type === 'choice' ? other.options.map((option) => option.value) : other.type === 'flag' ? [0, 1] : wanted
      expect(
        wanted.every((value) => (possible as readonly unknown[]).includes(value)),
        name,
      ).toBe(true)
    }
  })

  it('refers only to existing resources, dictionaries and rules', () => {
    for (const [name, field] of fieldsOf(resource)) {
      if (field.type === 'ref') expect(findResource(field.to), name).toBeDefined()
      if (field.type === 'dict') expect(Object.keys(dictionary), name).toContain(field.dict)
      for (const rule of field.rules ?? []) expect(Object.keys(rules), name).toContain(rule)
    }
    if (resource.within) expect(findResource(resource.within.path)).toBeDefined()
  })

  it('has defaults that are valid for their fields', () => {
    for (const [name, field] of fieldsOf(resource)) {
      if (field.type === 'choice' && field.default !== undefined)
        expect(
          field.options.map((option) => option.value),
          name,
        ).toContain(field.default)
      if (field.type === 'dict' && field.default !== undefined)
        expect(
          dictionary[field.dict].map((entry) => entry.value),
          name,
        ).toContain(field.default)
      if (field.type === 'int' && field.default !== undefined) {
        expect(field.default, name).toBeGreaterThanOrEqual(field.min ?? -Infinity)
        expect(field.default, name).toBeLessThanOrEqual(field.max ?? Infinity)
      }
    }
  })

  it('has labels in three languages', () => {
    for (const [where, label] of [
      ...labelsOf(resource),
      ...resource.form.flatMap((section) => labelsOf({ section: section.label })),
    ]) {
      expect(label, where).toHaveLength(3)
      for (const text of label) expect(text.trim(), where).not.toBe('')
      expect(label[2], `${where}: English without Chinese characters`).not.toMatch(/\p{Script=Han}/u)
      expect(simplifiedIn(label[1]), `${where}: zhTW in Traditional characters`).toEqual([])
    }
  })

  it('uses names that the API and the databases accept', () => {
    expect(resource.path).toMatch(/^[a-zA-Z]+(\/[a-zA-Z]+)+$/)
    expect(resource.table).toMatch(/^[a-z][a-z0-9_]{0,40}$/)
    for (const [name] of fieldsOf(resource)) expect(name).toMatch(/^[a-z][a-z0-9_]{0,40}$/)
    expect(Object.keys(resource.fields).filter((name) => ['id', 'created_at', 'updated_at'].includes(name))).toEqual([])
  })

  it('keeps secrets out of list and CSV', () => {
    const shown = new Set<string>([...resource.list.flat(), ...(resource.csv ?? [])])
    expect(fieldsOf(resource).filter(([name, field]) => field.secret && shown.has(name))).toEqual([])
  })
})

describe('all definitions', () => {
  it.each(['path', 'api', 'table'] as const)('have unique values of %s', (key) => {
    const values = allResources.map((resource) => resource[key])
    expect(new Set(values).size).toBe(values.length)
  })

  it('have permission codes below their menu entry', () => {
    for (const resource of allResources)
      for (const code of Object.values(resource.access).map(codeOf))
        if (code !== null) expect(code.startsWith(`${resource.menuKey}-`), `${resource.path} ${code}`).toBe(true)
  })

  it('have menu labels in three languages', () => {
    for (const label of menu.flatMap((group) => [group.label, ...group.entries.map((entry) => entry.label)]))
      for (const text of label) expect(text.trim()).not.toBe('')
  })

  it('use dictionaries with unique values and labels in three languages', () => {
    for (const [name, entries] of Object.entries(dictionary)) {
      const values = entries.map((entry) => entry.value)
      expect(new Set(values).size, name).toBe(values.length)
      for (const { label } of entries) for (const text of label) expect(text.trim(), name).not.toBe('')
    }
  })
})

const codeOf = (access: Access): string | null => (typeof access === 'string' ? access : (access?.code ?? null))

/** Names of fields that a definition mentions anywhere. */
const namedIn = (resource: Resource): string[] => [
  ...resource.list.flat(),
  ...resource.form.flatMap((section) => section.fields),
  ...(resource.csv ?? []),
  resource.title,
  ...[resource.scope.project, resource.scope.district, resource.tree?.parent, resource.within?.by].filter(
    (name) => name !== null && name !== undefined,
  ),
  ...fieldsOf(resource).flatMap(([, field]) =>
    [
      field.when?.field,
      field.type === 'decimal' ? field.above : undefined,
      ...(field.type === 'text' ? (field.oneOf ?? []) : []),
    ].filter((name) => name !== undefined),
  ),
]

/**
 * Every text in three languages that a definition holds, by its place: every list of three strings, except lists of
 * names.
 */
function labelsOf(value: unknown, where = ''): [string, Label][] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'string'))
    return [[where, value as unknown as Label]]
  return Object.entries(value).flatMap(([key, inner]) => (namesOnly.has(key) ? [] : labelsOf(inner, `${where} ${key}`)))
}
const namesOnly = new Set(['list', 'csv', 'rules', 'filters', 'in', 'oneOf', 'form'])

/** Characters of frequent words that only Simplified Chinese writes this way. */
const simplified = new Set(
  '设备网关报务项类权检测视频压户码协议连线离闭启储单历数据时间区边产节点应择选无须变动删编辑显录状态称图标条级层纬经监远读写输开',
)
const simplifiedIn = (text: string): string[] => [...text].filter((character) => simplified.has(character))
