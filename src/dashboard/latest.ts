import type { NodeState } from '../../dataProvider/normalise.ts'
import type { Line } from '../chart/model.ts'
import { shown } from '../history/nodeLines.ts'

/** A line with the node's latest value at its end, where that is newer than what the history had. */
export function withLatest(line: Line, nodes: readonly NodeState[]): Line {
  const node = nodes.find(({ id }) => String(id) === line.key)
  if (
    node === undefined ||
    node.value === null ||
    node.at === null ||
    node.at <= (line.times.at(-1) ?? 0) ||
    line.times.length === 0
  )
    return line
  const [value] = shown(node, [node.value])
  return value === undefined ? line : { ...line, times: [...line.times, node.at], values: [...line.values, value] }
}
