import { useState } from 'react'
import { setNodeValue } from '../../../dataProvider/calls.ts'
import type { NodeState } from '../../../dataProvider/normalise.ts'

type Sending =
  | { phase: 'idle' }
  | { phase: 'pending'; value: number }
  /** Accepted by the platform: the sent value shows until the device reports. `before` is the sample it replaces. */
  | { phase: 'sent'; value: number; before: Pick<NodeState, 'value' | 'at'> }
  | { phase: 'failed'; error: unknown }

export interface SetNode {
  /** The value to show: the pending one, else the last one the device reported. */
  value: number | null
  pending: boolean
  /** The platform accepted the last value. */
  accepted: boolean
  /** Sent, but not yet reported by the device. */
  awaitingReport: boolean
  /** Why the last request failed; null: it did not. */
  error: unknown
  /** Never rejects. `refused`: the reason where the platform refused; absent where another value is still being sent. */
  set: (value: number) => Promise<{ accepted: boolean; refused?: unknown }>
}

/** Sends a value to a node and shows it optimistically; a refusal restores the reported value. One request at a time. */
export function useSetNode(deviceId: number, node: Pick<NodeState, 'id' | 'value' | 'at'>): SetNode {
  const [state, setState] = useState<Sending>({ phase: 'idle' })
  const set: SetNode['set'] = async (value) => {
    if (state.phase === 'pending') return { accepted: false }
    setState({ phase: 'pending', value })
    try {
      await setNodeValue(deviceId, node.id, value)
    } catch (error) {
      const refused = error ?? new Error('unknown')
      setState({ phase: 'failed', error: refused })
      return { accepted: false, refused }
    }
    setState({ phase: 'sent', value, before: { value: node.value, at: node.at } })
    return { accepted: true }
  }
  const awaitingReport = state.phase === 'sent' && state.before.value === node.value && state.before.at === node.at
  return {
    value: state.phase === 'pending' || (state.phase === 'sent' && awaitingReport) ? state.value : node.value,
    pending: state.phase === 'pending',
    accepted: state.phase === 'sent',
    awaitingReport,
    error: state.phase === 'failed' ? state.error : null,
    set,
  }
}
