import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { classColor, classKey, LEVELS, type Scale } from '../../src/environment/scale.ts'

const css = readFileSync(fileURLToPath(new URL('../../src/kit/theme/tokens.css', import.meta.url)), 'utf8')
const blockOf = (head: RegExp): Map<string, string> =>
  new Map(
    [...(head.exec(css)?.[1] ?? '').matchAll(/^ {2}--([\w-]+): (#[\da-f]{6});/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
const themes = [
  ['light', blockOf(/:root \{([\s\S]*?)\n\}/)],
  ['dark', blockOf(/\[data-theme='dark'\] \{([\s\S]*?)\n\}/)],
] as const
const classes = (['a', 'n', 'w'] as const).flatMap((scale: Scale) =>
  Array.from({ length: LEVELS[scale] }, (_, at) => ({ scale, level: at + 1 })),
)

/** Relative luminance by WCAG 2.2, from which contrast follows. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

describe.each(themes)('class colours in the %s theme', (_, colours) => {
  const colour = (name: string): string => colours.get(name) ?? `no --${name}`
  const own = (at: (typeof classes)[number], kind: Parameters<typeof classColor>[1]): string =>
    colour(classColor(at, kind).slice('var(--'.length, -1))

  it.each(classes)('$scale$level has a contrast of at least 4.5 for text and 3 for lines', (at) => {
    expect(contrast(own(at, 'ink'), own(at, 'solid'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(own(at, 'text'), own(at, 'bg'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(own(at, 'text'), colour('surface'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(own(at, 'line'), colour('surface'))).toBeGreaterThanOrEqual(3)
  })
})

it.each(classes)('data-verdict sets the five colours of $scale$level', (at) => {
  const key = classKey(at)
  const rule = new RegExp(`\\[data-verdict='${key}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  expect([...rule.matchAll(/--class[\w-]*: var\(--([\w-]+)\)/g)].map(([, name]) => name)).toEqual(
    ['', '-ink', '-line', '-text', '-bg'].map((kind) => key + kind),
  )
})
