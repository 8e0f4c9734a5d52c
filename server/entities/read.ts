import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Resource } from '../../resources/kit/define.ts'
import { withoutMark } from '../../resources/kit/mark.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { StartError } from '../settings.ts'
import { fieldProblems } from './fields.ts'
import { nameProblems } from './names.ts'
import type { EntityProblem } from './problems.ts'
import { reservedNames } from './reservedNames.ts'
import { entityProblems, type ShapeProblem } from './shape.ts'
import { slotProblems } from './slots.ts'
import { clashProblems } from './available.ts'
import { findDuplicateKeys } from './duplicateKeys.ts'
import { nameContextOf } from './context.ts'

export interface EntityFile {
  name: string
  /** Contents of the file; null where it cannot be read. */
  text: string | null
  /** Why the file cannot be read, and what to do. */
  unread?: string
}

/** The entities of the files, each with the file that defines it. */
export type Joined = readonly { file: string; resource: Resource }[]

export interface CheckedEntities {
  joined: Joined
  problems: EntityProblem[]
}

/**
 * Reads the *.json files of a folder, by name. `folder` null looks for ./entities, which may be missing; a folder that
 * is named must exist.
 */
export async function readFolder(folder: string | null): Promise<EntityFile[]> {
  const path = folder ?? './entities'
  try {
    const names = (await readdir(path)).filter((name) => name.endsWith('.json')).toSorted()
    return await Promise.all(names.map((name) => readEntityFile(join(path, name))))
  } catch (error) {
    if (folder === null && error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new StartError(
      `ENTITIES_DIR is "${path}", which cannot be read (${error instanceof Error ? error.message : String(error)}); name a folder with *.json files.`,
    )
  }
}

/** Reads one file. A file that cannot be read carries the reason, and does not affect the others. */
export async function readEntityFile(path: string): Promise<EntityFile> {
  const name = basename(path)
  try {
    return { name, text: await readFile(path, 'utf8') }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EISDIR')
      return {
        name,
        text: null,
        unread:
          'is a folder, but a name that ends in .json is taken for an entity; rename it, or move it out of the folder.',
      }
    return {
      name,
      text: null,
      unread: `cannot be read (${error instanceof Error ? error.message : String(error)}); see whether it is there and may be read.`,
    }
  }
}

/** The definition in one file. */
export interface ReadEntity {
  file: string
  /** The definition; null where the file has no valid one. */
  resource: Resource | null
  /** The table and the address of the entity, as far as the text tells them. */
  names: { table?: string; path?: string }
  problems: ShapeProblem[]
}

/** Checks one file on its own: its text, and its shape by the published schema. */
export function readEntity({ name, text, unread }: EntityFile): ReadEntity {
  const problems: ShapeProblem[] = []
  const none: ReadEntity = { file: name, resource: null, names: {}, problems }
  if (text === null) {
    problems.push({ at: '', text: unread ?? 'cannot be read.' })
    return none
  }
  const value = parse(text, (found) => void problems.push(...found))
  if (value === undefined) return none
  problems.push(...findDuplicateKeys(text), ...entityProblems(value))
  const resource = problems.length === 0 ? expand(value as FileEntity, problems) : null
  return { file: name, resource: problems.length === 0 ? resource : null, names: namesIn(value), problems }
}

/**
 * Finds what is wrong with a definition of the right shape, on its own or beside the `others`. `known` is the
 * definition in force.
 */
export function problemsAmong(
  resource: Resource,
  others: readonly Resource[],
  known: Resource | null = null,
): ShapeProblem[] {
  return [
    ...nameProblems(resource),
    ...reservedNames(resource, known),
    ...fieldProblems(resource, others),
    ...slotProblems(resource),
    ...clashProblems(resource, nameContextOf(others)),
  ]
}

/**
 * Checks the definitions in files as the compiler checks the built-in ones: each by the published schema, then on its
 * own, then against the `others` and each other. Where there are problems, `joined` has the definitions that could be
 * read at all.
 */
export function checkEntities(files: readonly EntityFile[], others: readonly Resource[]): CheckedEntities {
  const all = files.map(readEntity)
  const joined = all.flatMap(({ file, resource }) => (resource ? [{ file, resource }] : []))
  const problemsIn = (file: string, found: readonly ShapeProblem[]): EntityProblem[] =>
    found.map((problem) => ({ file, ...problem }))
  const around = (resource: Resource): Resource[] => [
    ...others,
    ...joined.filter((other) => other.resource !== resource).map((other) => other.resource),
  ]
  return {
    joined,
    problems: [
      ...all.flatMap(({ file, problems }) => problemsIn(file, problems)),
      ...joined.flatMap(({ file, resource }) => problemsIn(file, problemsAmong(resource, around(resource)))),
    ],
  }
}

/** Returns the names by which a definition is matched with its stored one, where they are texts. */
function namesIn(value: unknown): ReadEntity['names'] {
  const { table, path }: Record<string, unknown> = isRecord(value) ? value : {}
  return { ...(typeof table === 'string' && { table }), ...(typeof path === 'string' && { path }) }
}

type FileEntity = Resource & {
  $schema?: string
  dictionaries?: Record<string, readonly { value: number; label: Resource['label'] }[]>
}

/** Turns a file's entity into a definition: references to its dictionaries are replaced by their entries. */
function expand({ $schema: _schema, dictionaries = {}, ...resource }: FileEntity, found: ShapeProblem[]): Resource {
  const fields = Object.entries(resource.fields).map(([name, field]) => {
    if (field.type !== 'choice' || typeof field.options !== 'string') return [name, field]
    const own: string = field.options
    const options = Object.hasOwn(dictionaries, own) ? dictionaries[own] : undefined
    if (!options)
      found.push({
        at: `fields.${name}.options`,
        text: `is "${own}", which is none of the file's "dictionaries"${Object.keys(dictionaries).length > 0 ? ` (${Object.keys(dictionaries).join(', ')})` : ''}; add it there, or write the options here.`,
      })
    return [name, { ...field, options: options ?? [] }]
  })
  return { ...resource, fields: Object.fromEntries(fields) as Resource['fields'] }
}

const MAX_CHARS = 1_000_000

function parse(given: string, problemsIn: (found: readonly ShapeProblem[]) => void): unknown {
  const text = withoutMark(given)
  if (text.length > MAX_CHARS)
    return void problemsIn([{ at: '', text: `has ${text.length} characters; an entity takes at most ${MAX_CHARS}.` }])
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN)
    const before = text.slice(0, Number.isNaN(position) ? 0 : position).split('\n')
    const where = Number.isNaN(position) ? '' : `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: `
    return void problemsIn([
      { at: '', text: `${where}this is not JSON (${message}); look for a missing comma, quote or bracket there.` },
    ])
  }
}
