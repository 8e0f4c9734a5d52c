import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allResources } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { columns } from '../../src/admin/fields/columns.tsx'
import { inputs } from '../../src/admin/fields/inputs.tsx'
import { fieldTypes } from '../../resources/kit/types/index.ts'
import { slotInputs } from '../../src/app/slotInputs.ts'
import { slots } from '../../src/app/slots.ts'
import { throwaway } from '../support/throwaway.ts'

const definitions: readonly Resource[] = [...allResources, throwaway]
const fields = definitions.flatMap((resource) =>
  Object.entries(resource.fields).map(([name, field]) => [`${resource.path} ${name}`, field] as const),
)

/** Files of the console that map every field type: the compiler demands an entry from each for a new type. */
const asked = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .filter((name) => /in FieldType\]|<FieldType,/.test(readFileSync(join('src', name), 'utf8')))

describe('field type maps of the console', () => {
  it('are defined in two files, and contain every field type', () => {
    expect(asked.toSorted()).toEqual(['admin/fields/columns.tsx', 'admin/fields/inputs.tsx'])
    expect(Object.keys(columns)).toEqual(Object.keys(fieldTypes))
  })

  it.each(fields)('%s has a cell and an input', (_where, field) => {
    expect(columns[field.type]).toBeTypeOf('function')
    expect(inputs[field.type]).toBeDefined()
    if (field.column) expect(slots.columns[field.column]).toBeDefined()
    if (field.input) expect(slotInputs[field.input]).toBeDefined()
  })

  it('contain no unused type or slot', () => {
    const used = new Set(fields.map(([, field]) => field.type))
    for (const map of [columns, inputs]) expect(new Set(Object.keys(map))).toEqual(used)
    expect(new Set(Object.keys(slots.columns))).toEqual(new Set(fields.flatMap(([, field]) => field.column ?? [])))
    expect(new Set(Object.keys(slotInputs))).toEqual(new Set(fields.flatMap(([, field]) => field.input ?? [])))
  })
})
