import type { Platform } from '../platform.ts'
import { loadFactors } from './stations.ts'

/** Models proposed for one station at most. */
const PROPOSED = 5

/**
 * Stations that were not let in, newest first: with the device that has their MN already, where there is one (it needs a password then, or another),
 * and the product models whose node maps name most of their factors.
 */
export async function listKnocks({ storage }: Pick<Platform, 'storage'>): Promise<object[]> {
  const { read } = storage
  const [knocks, factors, models, devices] = await Promise.all([
    read.selectFrom('hj212knock').selectAll().orderBy('last_at', 'desc').execute(),
    loadFactors(storage),
    read.selectFrom('devicetype').select(['id', 'name']).execute(),
    read.selectFrom('device').select(['id', 'name', 'mn', 'sn']).execute(),
  ])
  const byName = new Map<string, { id: number; name: string }>()
  for (const { id, name, sn } of devices) if (sn) byName.set(sn.toUpperCase(), { id, name })
  for (const { id, name, mn } of devices) if (mn) byName.set(mn.toUpperCase(), { id, name })
  return knocks.map(({ factors: text, ...knock }) => {
    const spoken = text === '' ? [] : text.split(',')
    const fit = models.map(({ id, name }) => {
      const known = factors.get(id)
      return { id, name, matched: spoken.filter((factor) => known?.has(factor)).length, of: known?.size ?? 0 }
    })
    // The most factors first; of two with as many, the one that has the fewest besides.
    const proposed = fit.filter(({ matched }) => matched > 0).toSorted((a, b) => b.matched - a.matched || a.of - b.of || a.id - b.id)
    return { ...knock, factors: spoken, device: byName.get(knock.mn) ?? null, models: proposed.slice(0, PROPOSED) }
  })
}
