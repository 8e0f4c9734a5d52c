import { useEffect, useState } from 'react'
import { setNodeValue } from '../../../dataProvider/calls.ts'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { REPORT_TIMEOUT_MS, type ReadBack } from './useReadBack.ts'

type Sending =
  | { phase: 'idle' }
  | { phase: 'pending'; value: number }
  /** Accepted by the platform: the sent value is shown until the device reports. `before` is the sample it replaces. */
  | { phase: 'sent'; value: number; before: Pick<NodeState, 'value' | 'at'> }
  | { phase: 'failed'; error: unknown }

export interface SetNode {
  /**
   * The value to show: the pending one, else the last one the device reported; null if it is not known yet or was lost.
   */
  value: number | null
  pending: boolean
  /** The platform accepted the last value. */
  accepted: boolean
  /** Sent, but not yet reported by the device. */
  awaitingReport: boolean
  /** Sent, but never reported: the device's value is unknown. */
  isLost: boolean
  /** Error of the last request; null if it succeeded. */
  error: unknown
  /**
   * Sends a value; never rejects. `refused`: the reason for the platform's refusal; absent if another value is still
   * being sent.
   */
  set: (value: number) => Promise<{ accepted: boolean; refused?: unknown }>
}

/**
 * Sends a value to a node and shows it optimistically, until the device reports a value or its time to report is over;
 * a refusal restores the reported value. One request at a time.
 *
 * @param readBack what the platform reports about the last value; left out where it is not tracked
 */
export function useSetNode(
  deviceId: number,
  node: Pick<NodeState, 'id' | 'value' | 'at'>,
  { told, followed }: Pick<ReadBack, 'told' | 'followed'> = UNTOLD,
): SetNode {
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
  const isUnreported = state.phase === 'sent' && state.before.value === node.value && state.before.at === node.at
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isUnreported || told) return
    const timer = setTimeout(() => setLate(true), REPORT_TIMEOUT_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isUnreported, told])
  const isOver = told ? followed?.waiting === false && followed.command?.result !== 'confirmed' : isLate
  const isLost = isUnreported && isOver
  return {
    value: isLost
      ? null
      : state.phase === 'pending' || (state.phase === 'sent' && isUnreported)
        ? state.value
        : node.value,
    pending: state.phase === 'pending',
    accepted: state.phase === 'sent',
    awaitingReport: isUnreported && !isLost,
    isLost,
    error: state.phase === 'failed' ? state.error : null,
    set,
  }
}

const UNTOLD = { told: false, followed: null }
