import { integer, isRecord, readNumber, readRecords, readText, readTime } from './normalise.ts'

/** A value that a platform keeps beside a node's samples (extension `evidence`): a later one for a moment that has a value, or one the node cannot measure. */
export interface Beside {
  kind: 'revision' | 'mark'
  /** Epoch ms. */
  at: number
  /** Raw, before node_script. */
  value: number
  /** The first value of the moment; null of a mark. */
  first: number | null
  /** Whether a rule put it in the place of the first value. */
  stands: boolean
  source: string
  /** Name of the gateway or user that sent it; null where there is none. */
  by: string | null
  /** When it came, epoch ms; null where the platform does not say. */
  received: number | null
}

/** What an answer of the history says beside the samples, by node, oldest first; nothing where the platform knows no such thing. */
export function besideOf(answer: unknown): Map<number, Beside[]> {
  const found = new Map<number, Beside[]>()
  if (!isRecord(answer)) return found
  const take = (kind: Beside['kind'], row: Record<string, unknown>): void => {
    const [id, at, value] = [integer(row['nodemapid']), readTime(row['t']), readNumber(row['value'])]
    if (id === null || at === null || value === null) return
    const kept: Beside = {
      kind,
      at,
      value,
      first: readNumber(row['first']),
      stands: integer(row['stands']) === 1,
      source: readText(row['source']),
      by: readText(row['by']) || null,
      received: readTime(row['received']),
    }
    found.set(id, [...(found.get(id) ?? []), kept])
  }
  for (const row of readRecords(answer['revisions'])) take('revision', row)
  for (const row of readRecords(answer['marks'])) take('mark', row)
  return found
}
