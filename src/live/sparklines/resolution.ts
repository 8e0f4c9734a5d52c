import { useSyncExternalStore } from 'react'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { numberText, readNode, type NodeReading } from '../../../resources/kit/reading.ts'

/**
 * How finely a node measures: the most decimals any of its values was written with since the page was loaded. By node map, which all devices of a model
 * share, so that a column of 7.20 and 7.27 is as wide as the finest of them. It only grows, and the views of the node are told when it does.
 */
class Resolution {
  decimals = 0
  private readonly listeners = new Set<() => void>()
  /** Bound once, so that a cell hands React the same two functions each time it is drawn. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  readonly read = (): number => this.decimals

  grow(decimals: number): void {
    this.decimals = decimals
    // It is found while a value is drawn: the others follow when that is done.
    queueMicrotask(() => this.listeners.forEach((listener) => listener()))
  }
}

const resolutions = new Map<number, Resolution>()

function resolutionOf(node: number): Resolution {
  let known = resolutions.get(node)
  if (!known) resolutions.set(node, (known = new Resolution()))
  return known
}

/** A node's reading with the decimals all its values share. Beside readNode it makes nothing new, but for a value that ends in 0. */
export function liveReading(node: Pick<NodeState, 'id' | 'registertype' | 'node_script' | 'value'>): NodeReading {
  const reading = readNode(node)
  if (reading.kind !== 'number') return reading
  const resolution = resolutionOf(node.id)
  const own = decimalsIn(reading.text)
  if (own > resolution.decimals) resolution.grow(own)
  if (own < resolution.decimals) reading.text = numberText(reading.value, resolution.decimals)
  return reading
}

/** The same for what stays on the page: drawn anew when the node turns out to measure more finely. */
export function useReading(node: NodeState): NodeReading {
  const { subscribe, read } = resolutionOf(node.id)
  useSyncExternalStore(subscribe, read)
  return liveReading(node)
}

/** Forgets all that was seen: another platform. */
export const forgetResolutions = (): void => resolutions.clear()

/** None where it is written with a power of ten. */
function decimalsIn(text: string): number {
  const point = text.indexOf('.')
  return point < 0 || text.includes('e') ? 0 : text.length - point - 1
}
