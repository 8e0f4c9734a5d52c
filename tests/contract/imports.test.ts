import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Which folder may import which, as the lint rules state too; this test also finds imports written as import('…') and
 * new URL('…').
 */
const law: Record<string, RegExp> = {
  resources: /^resources\//,
  standards: /^standards\//,
  i18n: /^(i18n|resources)\//,
  dataProvider: /^(dataProvider|resources)\//,
  authProvider: /^(authProvider|resources)\/|^dataProvider\/http\.ts$/,
  server: /^(server|resources|standards)\/|^i18n\/(errors|types)\.ts$|^package\.json$/,
  src: /^(src|resources|standards|dataProvider|authProvider|i18n)\/|^public\//,
}

/**
 * Order inside src, from the inside out: a folder imports itself and the folders before it. Fields, lists and forms
 * (admin) know no entity; islands (environment, live, chart, map) and the kit know no page; only the app knows
 * everything.
 */
const order =
  'kit environment live chart map admin entities import history compare alarms monitor quality ranking operations device dashboard bigscreen app'.split(
    ' ',
  )

/**
 * Modules of the server (folders and files of server/) by layer, from the bottom up: a module imports only from lower
 * layers, or from its own.
 */
const serverFloors = [
  'settings errors log logger language html pace roles calibration storage openapi platform',
  'http bus schedule send export metrics entities',
  'crud session telemetry upload',
  'hj212 quality live history',
  'north environment virtual alarms register wechat sim',
  'hooks routes geocode demo',
  'jobs open app start main fill forward',
].map((floor) => floor.split(' '))

const imports = new Map(
  Object.keys(law)
    .flatMap(filesOf)
    .map((file) => [file, importsOf(file)]),
)

describe('import rules', () => {
  it.each(Object.entries(law))('allow %s only its permitted imports', (folder, allowed) => {
    expect(breaches(folder, (target) => !allowed.test(target))).toEqual([])
  })

  it.each(order)('allow src/%s no import from outer folders', (folder) => {
    const outer = order.slice(order.indexOf(folder) + 1)
    expect(breaches(`src/${folder}`, (target) => outer.includes(target.split('/')[1] ?? ''))).toEqual([])
  })

  it('cover every folder of src', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).toSorted()).toEqual(order.toSorted())
  })

  it('cover every module of the server', () => {
    const names = readdirSync(join(root, 'server')).filter((name) => !name.endsWith('.md'))
    const rooms = new Set(names.map((name) => roomOf(`server/${name}`)))
    expect([...rooms].toSorted()).toEqual(serverFloors.flat().toSorted())
  })

  it('allow server modules only imports from lower layers or their own', () => {
    const climbs = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => file.startsWith('server/') && floorOf(target) > floorOf(file))
        .map((target) => `${file} -> ${target}`),
    )
    expect(climbs).toEqual([])
  })

  it('allow resources no packages except jsep and date-fns', () => {
    for (const file of filesOf('resources'))
      expect(
        specifiers(file).filter(
          (name) => !name.startsWith('.') && name !== 'jsep' && !/^(@date-fns|date-fns)\//.test(name),
        ),
        file,
      ).toEqual([])
  })

  it('allow standards no packages', () => {
    for (const file of filesOf('standards'))
      expect(
        specifiers(file).filter((name) => !name.startsWith('.')),
        file,
      ).toEqual([])
  })

  it('allow no import of a missing file', () => {
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

const roomOf = (file: string): string => /^server\/([^/.]+)/.exec(file)?.[1] ?? ''

/** Layer of a server file; -1 for any other file. */
const floorOf = (file: string): number => serverFloors.findIndex((floor) => floor.includes(roomOf(file)))

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
