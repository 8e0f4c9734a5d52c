import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSlots } from '../../resources/kit/slots.ts'
import { fieldTypes } from '../../resources/kit/types/index.ts'

const text = readFileSync('docs/developers.md', 'utf8')

/** The folders of the repository. */
const folders =
  'resources standards i18n dataProvider authProvider server src tests bench scripts deploy docs examples public'.split(
    ' ',
  )

/** A part of the page, by its heading. */
const part = (heading: string) => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** Files that a text names by a path from the repository's root. */
const filesIn = (page: string) =>
  [
    ...page.matchAll(
      /`((?:resources|standards|server|src|dataProvider|authProvider|i18n|tests|scripts|bench)\/[\w./-]+)`/g,
    ),
  ].map(([, path]) => path ?? '')

describe('docs/developers.md', () => {
  it('names only existing files', () => expect(filesIn(text).filter((path) => !existsSync(path))).toEqual([]))

  it.each(['One value through the house', 'One permission through the house'])(
    'lists between 6 and 14 files in "%s"',
    (heading) => {
      const rows = part(heading)
        .split('\n')
        .filter((line) => line.startsWith('| `'))
      expect(rows.length).toBeGreaterThan(5)
      expect(rows.length).toBeLessThan(15)
    },
  )
})

describe('comments and Markdown pages', () => {
  const files = ['.', ...folders].flatMap((folder) =>
    readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((name) =>
      folder === '.' ? name : `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  /** Each file under every suffix of its path, because a neighbour is named by its file name alone. */
  const known = new Set(
    files.flatMap((file) => {
      const parts = file.split('/')
      return parts.map((_, at) => parts.slice(at).join('/'))
    }),
  )
  const comments = /(?:^|[\s{])\/\*(?=[*\s])[\s\S]*?\*\/|(?:^|\s)\/\/ .*/gm
  const names = /(?<![\w/.*<@:-])(?:\.{1,2}\/)*((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|css|md))(?![\w/*])/g

  /** The prose of a file: a whole page, or the comments of code. */
  function wordsOf(file: string): string {
    const text = readFileSync(file, 'utf8')
    return file.endsWith('.md') ? text : [...text.matchAll(comments)].map(([comment]) => comment).join('\n')
  }

  // The changelog and the decisions describe the state of their day.
  const told = files.filter((file) => /\.(?:tsx?|css|md)$/.test(file) && !/^CHANGELOG|^docs\/decisions\//.test(file))

  it('name only existing files', () => {
    const missing = told.flatMap((file) =>
      [...wordsOf(file).matchAll(names)]
        .map(([, name]) => name ?? '')
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    )
    expect(told.length).toBeGreaterThan(1000)
    expect(missing).toEqual([])
  })
})

describe('README.md', () => {
  it('lists exactly the existing folders in the table "The rooms"', () => {
    const table = /^## The rooms\n([\s\S]*?)\n### /m.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''
    const named = [...table.matchAll(/^\| `([\w]+)\/` \|/gm)].map(([, name]) => name)
    expect(named.filter((name = '') => !existsSync(name))).toEqual([])
    expect(named.toSorted()).toEqual(folders.toSorted())
  })
})

describe('src', () => {
  const folders = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)

  it('has a README in every folder', () => {
    expect(folders.length).toBeGreaterThan(50)
    expect(folders.filter((folder) => !existsSync(`${folder}/README.md`))).toEqual([])
  })
})

describe('server', () => {
  it.each(['server', 'server/alarms'])('names each subfolder in %s/README.md', (folder) => {
    const page = readFileSync(`${folder}/README.md`, 'utf8')
    const rooms = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(rooms.length).toBeGreaterThan(5)
    expect(rooms.map(({ name }) => name).filter((name) => !page.includes(`\`${name}/\``))).toEqual([])
  })

  it('has a README in every folder', () => {
    const rooms = readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(rooms.length).toBeGreaterThan(25)
    expect(rooms.map(({ name }) => name).filter((name) => !existsSync(`server/${name}/README.md`))).toEqual([])
  })
})

describe('tests/README.md', () => {
  const list = /^## Only with --full\n([\s\S]*?)\n## /m.exec(readFileSync('tests/README.md', 'utf8'))?.[1] ?? ''

  it('lists exactly the test files that import support/full.ts', () => {
    const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .filter((name) => /^import .*support\/full\.ts'/m.test(readFileSync(`tests/${name}`, 'utf8')))
      .map((name) => name.replace(/\.test\.tsx?$/, ''))
    const listed = [...list.matchAll(/`((?:unit|contract|api|ui|e2e)\/\w+)`/g)].map(([, name]) => name)
    expect(files.length).toBeGreaterThan(0)
    expect(listed.toSorted()).toEqual(files.toSorted())
  })
})

describe('docs/entities.md', () => {
  const schema = JSON.parse(readFileSync('docs/entity.schema.json', 'utf8')) as {
    properties: object
    $defs: { field: { oneOf: { properties: object }[] } }
  }

  it('names each property, field type, field option and open slot', () => {
    const names = [
      ...Object.keys(schema.properties),
      ...schema.$defs.field.oneOf.flatMap(({ properties }) => Object.keys(properties)),
      ...Object.keys(fieldTypes),
      ...openSlots,
    ]
    const page = readFileSync('docs/entities.md', 'utf8')
    // `type` is the heading of the table of types.
    const named = new Set(['type', ...[...page.matchAll(/[`"](\$?\w+)[`"]/g)].map(([, name]) => name)])
    expect(names.filter((name) => !named.has(name))).toEqual([])
  })
})

describe('docs/operators.md', () => {
  const page = readFileSync('docs/operators.md', 'utf8')
  const section = (heading: string) => page.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]?.split(/^#+ /m)[0] ?? ''
  /** Names between backticks in one column of a section's table. */
  const named = (heading: string, column: number) =>
    section(heading)
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap((line) => [...(line.split(' | ')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''))
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`server/${name}`, 'utf8'))
    .join('\n')
  const series = new Set(
    [...sources.matchAll(/\b(?:counter|gauge|histogram|PromCounter)\(\s*(?:\{\s*name: )?'(\w+)'/g)].map(
      ([, name]) => name ?? '',
    ),
  )

  it('lists exactly the metrics of the server', () => {
    expect(series.size).toBeGreaterThan(20)
    expect(named('Metrics', 0).toSorted()).toEqual([...series].toSorted())
  })

  it('describes each alert, and uses only existing metrics in the expressions', () => {
    const rules = section('Alerts')
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')
    expect(alerts.length).toBeGreaterThan(10)
    expect(named('Alerts', 0)).toEqual(alerts)
    const asked = [...rules.matchAll(/^ +expr: (.*)$/gm)]
      .flatMap(([, expression = '']) => [...expression.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)])
      .map(([name]) => name.replace(/_bucket$/, ''))
    expect(asked.filter((name) => name !== 'histogram_quantile' && !series.has(name))).toEqual([])
  })

  it('quotes only log messages that the source contains', () => {
    const quoted = named('When something breaks', 2)
    expect(quoted.length).toBeGreaterThan(5)
    expect(quoted.filter((words) => !sources.includes(words))).toEqual([])
  })
})
