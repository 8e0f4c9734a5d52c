import { useState } from 'react'
import { setNodeValue } from '../../../dataProvider/calls.ts'
import type { NodeState } from '../../../dataProvider/normalise.ts'

type Sending =
  | { phase: 'idle' }
  | { phase: 'pending'; value: number }
  /** Taken by the platform; until the device reports, what was sent is what shows. `before` is the sample it replaces. */
  | { phase: 'sent'; value: number; before: Pick<NodeState, 'value' | 'at'> }
  | { phase: 'failed'; error: unknown }

export interface SetNode {
  /** The value to show: what is on its way, else what the device said last. */
  value: number | null
  pending: boolean
  /** The platform took the last one. */
  taken: boolean
  /** Sent, but not yet reported by the device. */
  awaited: boolean
  /** Why the last try failed: what showed before shows again. */
  error: unknown
  /** Resolves to whether the platform took it, and else to why not, unless one is still on its way; never rejects. */
  set: (value: number) => Promise<{ taken: boolean; refused?: unknown }>
}

/** Sends a value to a node, shows it while it is on its way, and takes it back where the platform refuses. One at a time. */
export function useSetNode(deviceId: number, node: Pick<NodeState, 'id' | 'value' | 'at'>): SetNode {
  const [state, setState] = useState<Sending>({ phase: 'idle' })
  const set: SetNode['set'] = async (value) => {
    if (state.phase === 'pending') return { taken: false }
    setState({ phase: 'pending', value })
    try {
      await setNodeValue(deviceId, node.id, value)
    } catch (error) {
      const refused = error ?? new Error('unknown')
      setState({ phase: 'failed', error: refused })
      return { taken: false, refused }
    }
    setState({ phase: 'sent', value, before: { value: node.value, at: node.at } })
    return { taken: true }
  }
  const awaited = state.phase === 'sent' && state.before.value === node.value && state.before.at === node.at
  return {
    value: state.phase === 'pending' || (state.phase === 'sent' && awaited) ? state.value : node.value,
    pending: state.phase === 'pending',
    taken: state.phase === 'sent',
    awaited,
    error: state.phase === 'failed' ? state.error : null,
    set,
  }
}
