import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { resources as builtIn } from '../../resources/index.ts'
import type { Access, Resource } from '../../resources/kit/define.ts'
import { entitySchema } from '../../resources/kit/schema.ts'
import { firstFile } from './scaffold.ts'
import { blockOf } from './problems.ts'
import { readEntityFile, readFolder, checkEntities } from './read.ts'

/** The output of a command, and whether it succeeded. */
export interface CommandResult {
  ok: boolean
  text: string
}

const USAGE = `npm run entity -- new <name>      writes a first file, entities/<name>.json
npm run entity -- check <file>    checks a file and prints what it adds, or what is wrong
npm run entity -- schema <file>   writes the JSON Schema of entity files`

/**
 * Runs a command of `npm run entity`. `folder` is where new files are created; a new file gets a menu key that the
 * files in it leave free.
 */
export async function entityCommand(
  [command, argument]: readonly string[],
  folder: string | null,
): Promise<CommandResult> {
  if (argument === undefined) return { ok: false, text: USAGE }
  if (command === 'new') return create(argument, folder)
  if (command === 'check') return check(argument)
  if (command === 'schema') return writeSchema(argument)
  return { ok: false, text: USAGE }
}

async function create(name: string, folder: string | null): Promise<CommandResult> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 38)
    return {
      ok: false,
      text: `"${name}" cannot be a file name; write small letters, digits and hyphens, for example spare-part.`,
    }
  const path = join(folder ?? './entities', `${name}.json`)
  if (existsSync(path)) return { ok: false, text: `${path} exists already; take another name, or edit that file.` }
  const others = existsSync(dirname(path))
    ? checkEntities(await readFolder(dirname(path)), builtIn).joined.map(({ resource }) => resource)
    : []
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, firstFile(name, [...builtIn, ...others]))
  return {
    ok: true,
    text: `${path} is written. Change its texts and fields, check it with npm run entity -- check ${path}, and restart the platform.`,
  }
}

async function check(path: string): Promise<CommandResult> {
  const file = await readEntityFile(path)
  if (file.text === null) return { ok: false, text: `${path} ${file.unread}` }
  const beside = (await readFolder(dirname(resolve(path)))).filter(({ name }) => name !== file.name)
  const { joined, problems } = checkEntities([file, ...beside], builtIn)
  const own = problems.filter((problem) => problem.file === file.name)
  const entity = joined.find((each) => each.file === file.name)
  if (own.length > 0 || !entity)
    return {
      ok: false,
      text: `${own.length === 1 ? 'One problem has' : `${own.length} problems have`} to be fixed.\n${blockOf(own)}`,
    }
  return { ok: true, text: `${path} is valid. At the next start it adds:\n${givenBy(entity.resource)}` }
}

function givenBy({ label, path, menuKey, api, table, fields, access, csv, screen, within }: Resource): string {
  const codes = Object.entries<Access>(access).map(([action, code]) => `${action} ${codeText(code)}`)
  return [
    ...(screen
      ? [`  a menu entry    ${label.join(' / ')} (key ${menuKey})`, `  a screen        /${path}`]
      : [
          `  no menu entry   ${within ? `it lives inside a record of ${within.path}` : '"screen" is false: it has only calls'} (key ${menuKey})`,
        ]),
    `  calls           /v1/${api}, /v1/${api}NameList`,
    `  a table         ${table} (${Object.keys(fields).join(', ')})`,
    `  permissions     ${codes.join(', ')}`,
    `  CSV             ${csv ? csv.join(', ') : 'none'}`,
  ].join('\n')
}

const codeText = (code: Access): string => {
  if (code === null) return 'with the menu entry'
  if (typeof code === 'string') return code
  return 'types' in code
    ? `${code.code ?? 'with the menu entry'} and permission types ${code.types.join(', ')}`
    : 'super administrator only'
}

function writeSchema(path: string): CommandResult {
  writeFileSync(path, schemaText())
  return { ok: true, text: `${path} is written.` }
}

/** Returns the text of the schema as it is committed to the repository. */
export const schemaText = (): string => `${JSON.stringify(entitySchema(), null, 2)}\n`
