import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { labelIndex, type Language } from '../../i18n/types.ts'
import type { Pair } from '../../resources/kit/datum.ts'
import { withoutMark } from '../../resources/kit/mark.ts'
import { distanceToLine } from '../../resources/kit/outline.ts'

/** Farthest distance at which a street describes a place, metres. */
const NEAR = 600

interface Street {
  /** zhCN, zhTW, English. */
  names: readonly [zhCN: string, zhTW: string, zhEN: string]
  line: readonly Pair[]
}

/**
 * Creates the lookup of the bundled city's streets around a point: their names in a language, the nearest first, two at
 * most. Empty where the console is not built.
 */
export function createStreets(consoleDir: string | null): (point: Pair, language: Language) => Promise<string[]> {
  let streets: Promise<readonly Street[]> | null = null
  return async (point, language) => {
    streets ??=
      consoleDir === null ? Promise.resolve([]) : readStreets(join(consoleDir, 'map/demo-city.json')).catch(() => [])
    const near = new Map<string, number>()
    for (const { names, line } of await streets) {
      const name = names[labelIndex[language]]
      const metres = distanceToLine(line, point)
      if (metres <= NEAR) near.set(name, Math.min(metres, near.get(name) ?? metres))
    }
    return [...near]
      .toSorted((a, b) => a[1] - b[1])
      .slice(0, 2)
      .map(([name]) => name)
  }
}

async function readStreets(file: string): Promise<readonly Street[]> {
  const city = JSON.parse(withoutMark(await readFile(file, 'utf8'))) as {
    names: Record<string, readonly [string, string]>
    features: { properties: { name?: string }; geometry: { type: string; coordinates: Pair[] } }[]
  }
  return city.features.flatMap(({ properties: { name }, geometry: { type, coordinates } }) =>
    name !== undefined && type === 'LineString'
      ? [{ names: [name, ...(city.names[name] ?? [name, name])] as const, line: coordinates }]
      : [],
  )
}
