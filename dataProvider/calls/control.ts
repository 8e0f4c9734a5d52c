import { switchResults, type SwitchResult } from '../../resources/kit/switches.ts'
import { call } from '../http.ts'
import { isRecord } from '../../resources/kit/record.ts'
import { readNumber, readText, readTime, type NodeState } from '../normalise.ts'

/**
 * A command that was sent to a node, and its outcome (wire.md, `control`). Values are as the device stores them, times
 * in epoch ms.
 */
export interface CommandStory {
  askedAt: number
  /** Null if the linked control of an alarm sent the command. */
  askedBy: string | null
  from: number | null
  to: number | null
  /** Null while the device may still answer. */
  outcome: 'confirmed' | 'unconfirmed' | null
  endedAt: number | null
  reported: number | null
  /** The outcome in more detail (wire.md, `read-back`); null if the platform does not send it. */
  result: SwitchResult | null
  /** Time the device has to answer, ms; null if the platform does not say. */
  within: number | null
}

/** How a node's raw values are shown. */
export type NodeDisplay = Pick<NodeState, 'registertype' | 'node_script' | 'unitname' | 'min_value' | 'max_value'>

/**
 * Returns the last command of a node; null if the platform's log has none. An extension: `control`.
 *
 * @throws WireError
 */
export const lastCommand = async (device: number, node: number, signal?: AbortSignal): Promise<CommandStory | null> =>
  readCommand(await call('GET', `lastcommand/${device}/${node}`, { signal }))

export function readCommand(answer: unknown): CommandStory | null {
  const askedAt = isRecord(answer) ? readTime(answer['asked_at']) : null
  if (!isRecord(answer) || askedAt === null) return null
  const outcome = answer['outcome']
  return {
    askedAt,
    askedBy: readText(answer['asked_by']) || null,
    from: readNumber(answer['from']),
    to: readNumber(answer['to']),
    outcome: outcome === 'confirmed' || outcome === 'unconfirmed' ? outcome : null,
    endedAt: readTime(answer['ended_at']),
    reported: readNumber(answer['reported']),
    result: switchResults.find((result) => result === answer['result']) ?? null,
    within: readNumber(answer['within']),
  }
}

export function readNodeKind(answer: unknown): NodeDisplay | null {
  const registertype = isRecord(answer) ? readNumber(answer['registertype']) : null
  if (!isRecord(answer) || registertype === null) return null
  return {
    registertype,
    node_script: readText(answer['node_script']) || null,
    unitname: readText(answer['unitname']),
    min_value: readNumber(answer['min_value']),
    max_value: readNumber(answer['max_value']),
  }
}
