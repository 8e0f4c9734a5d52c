import { pathIn } from './problems.ts'
import type { ShapeProblem } from './shape.ts'

/**
 * Finds names that occur twice in an object of JSON text, with their line: JSON.parse keeps the last one and silently
 * drops the first. The text has to be valid JSON.
 */
export function findDuplicateKeys(text: string): ShapeProblem[] {
  const problems: ShapeProblem[] = []
  const open: { at: string; names: Set<string> | null; count: number }[] = []
  let at = ''
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\],]/g)) {
    const inside = open.at(-1)
    if (token === '{' || token === '[') {
      open.push({ at, names: token === '{' ? new Set() : null, count: 0 })
      if (token === '[') at = pathIn(at, 0)
    } else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && inside && !inside.names) at = pathIn(inside.at, ++inside.count)
    else if (inside?.names && token.endsWith(':')) {
      const name = String(JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)))
      at = pathIn(inside.at, name)
      if (inside.names.has(name))
        problems.push({
          at,
          text: `is written twice, again in line ${text.slice(0, index).split('\n').length}; only the last would count. Take one out.`,
        })
      inside.names.add(name)
    }
  }
  return problems
}
