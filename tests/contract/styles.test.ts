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

/** Lines that match a forbidden pattern, with their file. */
const found = (where: typeof files, what: RegExp): string[] =>
  where.flatMap(({ name, text }) =>
    text.split('\n').flatMap((line) => (what.test(line) ? [`${name}: ${line.trim()}`] : [])),
  )

/**
 * Style sheets of the whole document: the tokens, and the base look of elements. All others are CSS modules of
 * components.
 */
const GLOBAL = ['kit/theme/base.css', 'kit/theme/tokens.css', 'kit/theme/wall.css']
const modules = sheets.filter(({ name }) => name.endsWith('.module.css'))

/** The selectors of a sheet, without those for elements of other libraries. */
const selectors = (text: string): string =>
  text
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/'[^']*'|:global\([^)]*\)/g, '')
const classesOf = (text: string): string[] =>
  [...selectors(text).matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)

it('global style sheets are only tokens, base and wall, and define no class', () => {
  expect(sheets.flatMap((sheet) => (modules.includes(sheet) ? [] : sheet.name)).toSorted()).toEqual(GLOBAL)
  for (const { name, text } of sheets.filter((sheet) => GLOBAL.includes(sheet.name)))
    expect(classesOf(text), name).toEqual([])
})

it('CSS modules define exactly the classes that are used', () => {
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

it('class names are never written as literals', () => {
  expect(found(files, /\bclass(?:Name)?(?:=|: )\{?["'`]\w/)).toEqual([])
})

it('colours are written as literals only in the theme', () => {
  expect(sheets.length).toBeGreaterThan(50)
  const written = /['"`:\s,(]#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?! ?[=:?(])|\b(?:rgb|hsl)a?\([\d.]/i
  expect(
    found(
      files.filter(({ name }) => !name.startsWith('kit/theme/')),
      written,
    ),
  ).toEqual([])
})

it('custom properties that are read are set somewhere', () => {
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

it('style sheets do not depend on the screen orientation (WCAG 1.3.4)', () => {
  expect(found(sheets, /\borientation\s*:/)).toEqual([])
})

/** The rules of a sheet as selector and declarations, however they are nested. */
const rulesOf = (text: string): { selector: string; body: string }[] =>
  [...text.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim().replace(/\s+/g, ' '),
    body,
  }))

/**
 * What may be smaller than words (design, tokens 2): digits of axes, days and counts, %, keys, VIP, device counts. No
 * element that may hold a Chinese word.
 */
const SMALLER = [
  'alarms/bell/bell.module.css .count',
  'alarms/inbox/inbox.module.css .page kbd, .sheetKeys kbd',
  'alarms/rule/preview/preview.module.css .value',
  'app/palette/palette.module.css .key',
  'app/shell/shell.module.css .searchKey',
  'app/shell/shell.module.css .tabCount',
  'app/shell/sideMenu.module.css .vip',
  'app/signin/signin.module.css .kbd',
  'dashboard/live.module.css .ends',
  'dashboard/overview.module.css .ring b small',
  'device/devicePage.module.css .plot',
  'entities/device/day/day.module.css .grid text',
  "history/month/month.module.css .day small, .day[data-look='few'] span",
  'history/month/month.module.css .speed, .tick',
  'import/import.module.css .steps li > span',
  'map/plates.module.css .plate em',
  'monitor/list/rows.module.css .sn',
]

it('font sizes in style sheets are at least 12 px, except for the listed selectors', () => {
  const small = sheets.flatMap(({ name, text }) =>
    rulesOf(text).flatMap(({ selector, body }) =>
      /\bfont(?:-size)?:[^;]*\b(?:\d|1[01])(?:\.\d+)?px/.test(body) ? `${name} ${selector}` : [],
    ),
  )
  expect(small.toSorted()).toEqual(SMALLER.toSorted())
})

it('font sizes in code are at least 12 px, except for axis digits', () => {
  const small =
    /\bfont = `(?:\d+ )?(?:\$\{)?(?:\d|1[01])(?:\.\d+)?(?: \*|px)|\bfontSize(?:: |=["'{]+)(?:\d|1[01])(?:\.\d+)?\b/
  const code = files.filter((file) => !sheets.includes(file))
  // Digits of axes.
  expect(found(code, small)).toEqual(['chart/options.ts: const font = `${11 * size}px ${fontFamily()}`'])
})

it('text inputs have a font size of 16 px on touch screens', () => {
  const typed = /(?:\b(?:input|select|textarea)\)?|\.input)(?:[:[][^,]*)?(?:,|$)/
  const small = modules.flatMap(({ name, text }) =>
    rulesOf(text).some(({ selector, body }) => typed.test(selector) && /\bfont(?:-size)?:(?! 16px)/.test(body)) &&
    !/@media [^{]*(?:pointer: coarse|max-width)[^]*font-size: 16px/.test(text)
      ? name
      : [],
  )
  expect(small).toEqual([])
})

it('top bar controls and table sort buttons are 44 px high on touch screens', () => {
  const coarse = (sheet: string, rule: string): boolean =>
    new RegExp(
      `@media [^{]*\\(pointer: coarse\\) \\{[^@]*${rule}[^}]*\\bheight: (?:44px|var\\(--control-touch\\))`,
    ).test(modules.find(({ name }) => name === sheet)?.text ?? '')
  expect(coarse('app/shell/shell.module.css', '\\.search, \\[data-part=.bar-button.\\]')).toBe(true)
  expect(coarse('admin/list/table/table.module.css', '\\.sort \\{')).toBe(true)
})

it('spinners do not paint the gap of their ring in a background colour', () => {
  expect(found(sheets, /border-(?:top|right|bottom|left)-color: var\(--(?:surface|raised|sunken|canvas)\)/)).toEqual([])
})
