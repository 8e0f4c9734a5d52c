import type { NodeHistory } from '../../../dataProvider/calls/history.ts'
import { platformNow } from '../../../dataProvider/clock.ts'
import { readWhole, type ReadHistory } from '../../history/panel/useDeviceHistory.ts'

/** Interval of full refreshes, ms: late, corrected or newly flagged values belong to times long past. */
const FULL_REFRESH_INTERVAL_MS = 900_000
/** Overlap before the newest sample, ms: the nodes of a device do not all send at the same time. */
const OVERLAP = 300_000

/**
 * Returns a reader for the history of one device and span that is called repeatedly: it reads everything at first and
 * every quarter of an hour, otherwise only what is new. A failure keeps what was read.
 * @throws WireError
 */
export function newSamplesReader(): ReadHistory {
  let kept: { nodes: readonly NodeHistory[]; wholeAt: number } | null = null
  return async (device, range, signal) => {
    const now = platformNow()
    const newest = newestOf(kept?.nodes ?? [])
    if (kept === null || newest === null || now - kept.wholeAt >= FULL_REFRESH_INTERVAL_MS) {
      const nodes = await readWhole(device, range, signal)
      kept = { nodes, wholeAt: now }
      return nodes
    }
    const { nodes: before, wholeAt } = kept
    const from = Math.max(range.from, newest - OVERLAP)
    const nodes = joined(before, await readWhole(device, { ...range, from }, signal), from)
    kept = { nodes, wholeAt }
    return nodes
  }
}

function newestOf(nodes: readonly NodeHistory[]): number | null {
  const latest = Math.max(...nodes.map(({ times }) => times.at(-1) ?? -Infinity))
  return Number.isFinite(latest) ? latest : null
}

/**
 * Joins the samples known before a moment with those read from it on. Totals and other properties of a node stay those
 * of the last full read.
 */
function joined(before: readonly NodeHistory[], read: readonly NodeHistory[], from: number): NodeHistory[] {
  const news = new Map(read.map((node) => [node.id, node]))
  const known = new Set(before.map(({ id }) => id))
  const grown = before.map((node) => {
    const more = news.get(node.id)
    if (!more) return node
    const end = node.times.findIndex((at) => at >= from)
    const count = end === -1 ? node.times.length : end
    return {
      ...node,
      times: [...node.times.slice(0, count), ...more.times],
      values: [...node.values.slice(0, count), ...more.values],
      beside: [...(node.beside ?? []).filter(({ at }) => at < from), ...(more.beside ?? [])],
    }
  })
  return [...grown, ...read.filter(({ id }) => !known.has(id))]
}
