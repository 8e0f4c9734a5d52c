import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Who may import whom, as the lint rules say too; this test also sees imports written as import('…') and new URL('…'). */
const law: Record<string, RegExp> = {
  resources: /^resources\//,
  i18n: /^(i18n|resources)\//,
  dataProvider: /^(dataProvider|resources)\//,
  authProvider: /^(authProvider|resources)\/|^dataProvider\/http\.ts$/,
  server: /^(server|resources)\/|^i18n\/(errors|types)\.ts$|^package\.json$/,
  src: /^(src|resources|dataProvider|authProvider|i18n)\/|^public\//,
}

/** Inside src: what a folder may not reach for. Everything else points inward already. */
const inward: Record<string, RegExp> = {
  'src/crud': /^src\/(pages|shell)\//,
  'src/import': /^src\/(pages|shell)\//,
  'src/fields': /^src\/(pages|shell|crud)\//,
  'src/ui': /^src\/(pages|shell|crud)\//,
  'src/theme': /^src\/(pages|shell|crud|fields|ui)\//,
  'src/live': /^src\/(pages|shell|crud)\//,
  'src/chart': /^src\/(pages|shell|crud)\//,
  'src/map': /^src\/(pages|shell|crud)\//,
  'src/signin': /^src\/(pages|shell|crud|fields)\//,
}

const imports = new Map(
  Object.keys(law)
    .flatMap(filesOf)
    .map((file) => [file, importsOf(file)]),
)

describe('the import law', () => {
  it.each(Object.entries(law))('%s imports only what it may', (folder, allowed) => {
    expect(breaches(folder, (target) => !allowed.test(target))).toEqual([])
  })

  it.each(Object.entries(inward))('%s points inward', (folder, forbidden) => {
    expect(breaches(folder, (target) => forbidden.test(target))).toEqual([])
  })

  it('resources needs no package but the parser of display scripts', () => {
    for (const file of filesOf('resources'))
      expect(
        specifiers(file).filter((name) => !name.startsWith('.') && name !== 'jsep'),
        file,
      ).toEqual([])
  })

  it('imports no file that is missing', () => {
    const missing = [...imports].flatMap(([file, targets]) =>
      targets.filter((target) => !existsSync(join(root, target))).map((target) => `${file} -> ${target}`),
    )
    expect(missing).toEqual([])
  })
})

const breaches = (folder: string, broken: (target: string) => boolean): string[] =>
  [...imports]
    .filter(([file]) => file.startsWith(`${folder}/`))
    .flatMap(([file, targets]) => targets.filter(broken).map((target) => `${file} -> ${target}`))

function filesOf(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
}

function specifiers(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(/(?:\bfrom\s*|^import\s*|\bimport\(\s*)'([^']+)'/gm)].map((match) => match[1] ?? '')
}

function importsOf(file: string): string[] {
  return specifiers(file)
    .filter((name) => name.startsWith('.'))
    .map((name) =>
      relative(root, join(root, dirname(file), name))
        .replaceAll('\\', '/')
        .replace(/\?.*$/, ''),
    )
}
