import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../i18n/types.ts'
import { rules } from '../../resources/kit/rules.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const catalogues = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (language) => [language, await leavesOf(language)] as const)),
)
const base = catalogues.zhCN ?? new Map<string, string>()
const code = ['src', 'server', 'authProvider', 'dataProvider', 'resources', 'i18n']
  .flatMap(filesOf)
  .map((file) => [file, readFileSync(file, 'utf8')] as const)

describe('message catalogues', () => {
  it('have more than 50 texts', () => expect(base.size).toBeGreaterThan(50))

  it.each(['zhTW', 'zhEN'])('in %s have the keys and arguments of zhCN and no empty text', (language) => {
    const other = catalogues[language] ?? new Map<string, string>()
    expect([...other.keys()].toSorted()).toEqual([...base.keys()].toSorted())
    for (const [key, text] of other) {
      expect(text.trim(), key).not.toBe('')
      expect(argumentsOf(text), key).toEqual(argumentsOf(base.get(key) ?? ''))
    }
  })

  it('in zhEN have no Chinese characters except in language names', () => {
    for (const [key, text] of catalogues.zhEN ?? [])
      if (!/language/i.test(key)) expect(text, key).not.toMatch(/\p{Script=Han}/u)
  })

  it('have a text for every validation rule', () => {
    for (const name of Object.keys(rules)) expect([...base.keys()]).toContain(`error.rule.${name}`)
  })

  it('have every key that the code uses', () => {
    const rooms = new Set([...base.keys()].map((key) => key.split('.')[0]))
    const missing = code.flatMap(([file, text]) =>
      keysIn(text)
        .filter(
          (key) =>
            rooms.has(key.split('.')[0]) &&
            !base.has(key) &&
            ![...base.keys()].some((known) => known.startsWith(`${key}.`)),
        )
        .map((key) => `${file.slice(root.length)}: ${key}`),
    )
    expect(missing).toEqual([])
  })

  it('have no key that the code does not use', () => {
    const named = new Set(code.filter(([file]) => !/i18n[\\/]zh/.test(file)).flatMap(([, text]) => keysIn(text)))
    const prefixes = code.flatMap(([, text]) =>
      [...text.matchAll(/`((?:[a-z]\w*\.)+)\$\{/gi)].map((match) => match[1] ?? ''),
    )
    const unused = [...base.keys()].filter(
      (key) => !named.has(key) && !byExtension.test(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
    )
    expect(unused).toEqual([])
  })
})

/** Keys that are built from the name of an extension; contract/wire checks them against the list of extensions. */
const byExtension = /^abilityWords\.(names|without)\./

/** Whole dotted keys in quotes: 'error.rule.min'. */
const keysIn = (text: string): string[] =>
  [...text.matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/gi)].map((match) => match[1] ?? '')

const argumentsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/%\{(\w+)\}/g)].map((match) => match[1] ?? ''))].toSorted()

/** All texts of a language by dotted key; a file's single export is its namespace, `errors` and `told` fill `error`. */
async function leavesOf(language: string): Promise<Map<string, string>> {
  const leaves = new Map<string, string>()
  const folder = join(root, 'i18n', language)
  for (const name of readdirSync(folder).filter(
    (file) => file.endsWith('.ts') && !/^(index|ra|reactAdmin)\.ts$/.test(file),
  )) {
    const exported = (await import(pathToFileURL(join(folder, name)).href)) as Record<string, unknown>
    for (const [room, value] of Object.entries(exported))
      collect(room === 'errors' || room === 'told' ? 'error' : room, value, leaves)
  }
  return leaves
}

function collect(path: string, value: unknown, leaves: Map<string, string>): void {
  if (typeof value === 'string') leaves.set(path, value)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) collect(`${path}.${key}`, inner, leaves)
}

function filesOf(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, folder, name))
}
