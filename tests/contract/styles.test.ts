import { readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../src', import.meta.url))
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(css|tsx?)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
const sheets = files.filter(({ name }) => name.endsWith('.css'))

/** Where a text says something it may not, with its line. */
const found = (where: typeof files, what: RegExp): string[] =>
  where.flatMap(({ name, text }) =>
    text.split('\n').flatMap((line) => (what.test(line) ? [`${name}: ${line.trim()}`] : [])),
  )

/** The sheets of the whole document: the tokens, and how elements look before anything dresses them. All others are modules of components. */
const GLOBAL = ['kit/theme/base.css', 'kit/theme/tokens.css', 'kit/theme/wall.css']
const modules = sheets.filter(({ name }) => name.endsWith('.module.css'))

/** The selectors of a sheet, without what they say of other libraries' elements. */
const selectors = (text: string): string =>
  text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/'[^']*'|:global\([^)]*\)/g, '')
const classesOf = (text: string): string[] =>
  [...selectors(text).matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)

it('only tokens and reset are global, and they name no class', () => {
  expect(sheets.flatMap((sheet) => (modules.includes(sheet) ? [] : sheet.name)).toSorted()).toEqual(GLOBAL)
  for (const { name, text } of sheets.filter((sheet) => GLOBAL.includes(sheet.name)))
    expect(classesOf(text), name).toEqual([])
})

it('what is used of a module is a class of it, and every class of it is used', () => {
  const used = new Map(modules.map(({ name }) => [name, new Set<string>()]))
  for (const { name, text } of files.filter((file) => !sheets.includes(file)))
    for (const [, alias = '', path = ''] of text.matchAll(/^import (\w+) from '(\.[^']*\.module\.css)'/gm)) {
      expect(text.includes(`${alias}[`), `${name} looks a class up by a name that nobody can check`).toBe(false)
      const names = used.get(posix.join(posix.dirname(name), path))
      for (const [, key = ''] of text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))) names?.add(key)
    }
  for (const { name, text } of modules)
    expect([...(used.get(name) ?? [])].toSorted(), name).toEqual([...new Set(classesOf(text))].toSorted())
})

it('no class is written out', () => {
  expect(found(files, /\bclass(?:Name)?(?:=|: )\{?["'`]\w/)).toEqual([])
})

it('no colour is written out but in the theme', () => {
  expect(sheets.length).toBeGreaterThan(50)
  const written = /['"`:\s,(]#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?! ?[=:?(])|\b(?:rgb|hsl)a?\([\d.]/i
  expect(
    found(
      files.filter(({ name }) => !name.startsWith('kit/theme/')),
      written,
    ),
  ).toEqual([])
})

it('every custom property that is read is set somewhere', () => {
  const set = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/(--[\w-]+)['"]?\]?\s*:/g), ...text.matchAll(/setProperty\(['"](--[\w-]+)/g)].map(
        ([, name]) => name,
      ),
    ),
  )
  const read = sheets.flatMap(({ name, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, property]) => ({ name, property })),
  )
  expect(read.filter(({ property }) => !set.has(property)).map(({ name, property }) => `${name}: ${property}`)).toEqual(
    [],
  )
})

it('no sheet asks how a screen is held: no page is locked to one way (WCAG 1.3.4)', () => {
  expect(found(sheets, /\borientation\s*:/)).toEqual([])
})

/** The rules of a sheet as selector and declarations, whatever they are nested in. */
const rulesOf = (text: string): { selector: string; body: string }[] =>
  [...text.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim().replace(/\s+/g, ' '),
    body,
  }))

/** What is smaller than words may be (design, tokens 2): digits of axes and counts, units, keys, VIP, numbers of devices, one letter for a person. */
const SMALLER = [
  'alarms/bell/bell.module.css .count',
  'alarms/inbox/inbox.module.css .owner',
  'alarms/inbox/inbox.module.css .page kbd, .sheetKeys kbd',
  'alarms/rule/preview/preview.module.css .times',
  'alarms/rule/preview/preview.module.css .value',
  'app/palette/palette.module.css .key',
  'app/shell/shell.module.css .searchKey',
  'app/shell/shell.module.css .tabCount',
  'app/shell/sideMenu.module.css .vip',
  'app/signin/signin.module.css .kbd',
  'chart/chart.module.css .unit',
  'dashboard/live.module.css .ends',
  'dashboard/overview.module.css .ring b small',
  'device/devicePage.module.css .plot',
  'entities/device/day/day.module.css .grid text',
  "environment/environment.module.css [data-size='tiny'] > &",
  'history/month/month.module.css .day small, .day span',
  'history/month/month.module.css .speed, .tick, .wind',
  'history/month/month.module.css .wind',
  'import/import.module.css .steps li > span',
  'map/plates.module.css .plate em',
  'monitor/list/rows.module.css .sn',
]

it('words are 12 px or larger', () => {
  const small = sheets.flatMap(({ name, text }) =>
    rulesOf(text).flatMap(({ selector, body }) =>
      /\bfont(?:-size)?:[^;]*\b(?:\d|1[01])(?:\.\d+)?px/.test(body) ? `${name} ${selector}` : [],
    ),
  )
  expect(small.filter((rule) => !SMALLER.includes(rule))).toEqual([])
})

it('what a finger types into is 16 px: a phone zooms into what is smaller', () => {
  const typed = /(?:\b(?:input|select|textarea)\)?|\.input)(?:[:[][^,]*)?(?:,|$)/
  const small = modules.flatMap(({ name, text }) =>
    rulesOf(text).some(({ selector, body }) => typed.test(selector) && /\bfont(?:-size)?:(?! 16px)/.test(body)) &&
    !/@media [^{]*(?:pointer: coarse|max-width)[^]*font-size: 16px/.test(text)
      ? name
      : [],
  )
  expect(small).toEqual([])
})
