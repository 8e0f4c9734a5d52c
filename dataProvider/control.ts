import { call } from './http.ts'
import { isRecord, number, text, time, type NodeState } from './normalise.ts'

/** A command that a node was sent, and what became of it (wire.md, `control`). Values are as the device stores them, times in epoch ms. */
export interface Command {
  askedAt: number
  /** null: an alarm's linked control. */
  askedBy: string | null
  from: number | null
  to: number | null
  /** null while the device may still answer. */
  outcome: 'confirmed' | 'unconfirmed' | null
  endedAt: number | null
  reported: number | null
}

/** How a node's raw values are shown. */
export type NodeKind = Pick<NodeState, 'registertype' | 'node_script' | 'unitname' | 'min_value' | 'max_value'>

/** The last command of a node; null where the platform's log knows none. An extension: `control`. Throws WireError. */
export const lastCommand = async (device: number, node: number, signal?: AbortSignal): Promise<Command | null> =>
  readCommand(await call('GET', `lastcommand/${device}/${node}`, { signal }))

export function readCommand(answer: unknown): Command | null {
  const askedAt = isRecord(answer) ? time(answer['asked_at']) : null
  if (!isRecord(answer) || askedAt === null) return null
  const outcome = answer['outcome']
  return {
    askedAt,
    askedBy: text(answer['asked_by']) || null,
    from: number(answer['from']),
    to: number(answer['to']),
    outcome: outcome === 'confirmed' || outcome === 'unconfirmed' ? outcome : null,
    endedAt: time(answer['ended_at']),
    reported: number(answer['reported']),
  }
}

export function readNodeKind(answer: unknown): NodeKind | null {
  const registertype = isRecord(answer) ? number(answer['registertype']) : null
  if (!isRecord(answer) || registertype === null) return null
  return {
    registertype,
    node_script: text(answer['node_script']) || null,
    unitname: text(answer['unitname']),
    min_value: number(answer['min_value']),
    max_value: number(answer['max_value']),
  }
}
