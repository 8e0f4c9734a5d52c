import { useSyncExternalStore } from 'react'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { numberText, readNode, type NodeReading } from '../../../resources/kit/reading.ts'

/**
 * Resolution of a node's values: the most decimals that any value was written with since the page loaded. Kept by node
 * map, which all devices of a model share, so that a column of 7.20 and 7.27 is as wide as its finest value. It only
 * grows, and subscribed views are notified when it does.
 */
class Resolution {
  decimals = 0
  private readonly listeners = new Set<() => void>()
  /** Bound once, so that a cell passes React the same two functions on each render. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  readonly read = (): number => this.decimals

  grow(decimals: number): void {
    this.decimals = decimals
    // A finer value is found while another component renders: the listeners are notified after that.
    queueMicrotask(() => this.listeners.forEach((listener) => listener()))
  }
}

const resolutions = new Map<number, Resolution>()

function resolutionOf(node: number): Resolution {
  let known = resolutions.get(node)
  if (!known) resolutions.set(node, (known = new Resolution()))
  return known
}

/**
 * Returns a node's reading with the decimals that all its values share. Returns readNode's object unchanged unless
 * digits must be appended.
 */
export function liveReading(node: Pick<NodeState, 'id' | 'registertype' | 'node_script' | 'value'>): NodeReading {
  const reading = readNode(node)
  if (reading.kind !== 'number') return reading
  const resolution = resolutionOf(node.id)
  const own = decimalsIn(reading.text)
  if (own > resolution.decimals) resolution.grow(own)
  if (own < resolution.decimals) reading.text = numberText(reading.value, resolution.decimals)
  return reading
}

/** As liveReading, for a mounted component: renders again when the node proves to have more decimals. */
export function useReading(node: NodeState): NodeReading {
  const { subscribe, read } = resolutionOf(node.id)
  useSyncExternalStore(subscribe, read)
  return liveReading(node)
}

/** Forgets all resolutions; called when the platform changes. */
export const forgetResolutions = (): void => resolutions.clear()

/** Returns 0 for a number in exponent notation. */
function decimalsIn(text: string): number {
  const point = text.indexOf('.')
  return point < 0 || text.includes('e') ? 0 : text.length - point - 1
}
