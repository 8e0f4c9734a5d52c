import { createContext, useContext, useMemo } from 'react'
import { useTranslate } from 'react-admin'
import type { DeviceState, NodeState } from '../../../dataProvider/normalise.ts'
import { readNode } from '../../../resources/kit/reading.ts'
import { judgeValue, type Judgement } from '../../environment/judge.ts'
import { LEVELS, type ScaleLevel } from '../../environment/scale.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { useMeasures } from '../../environment/useJudge.ts'
import { isStale } from '../../live/deviceStatus.ts'
import { DisplayContext, plateState, type ShownDevice } from '../../live/display.ts'

/** The class of a node's value, as it stands beside it. */
export interface NodeMark extends ScaleLevel {
  /** The value is older than its device reports: its class is shown grey. */
  stale: boolean
  /** The class and its index, the period and the standard, in lines. */
  title: string
}

/** Of a device as it shows, the mark of a node: null of one without a class now, undefined where law judges none of the device's nodes. */
export type NodeMarks = (shown: ShownDevice) => (node: NodeState) => NodeMark | null | undefined

const notJudged = () => undefined
const silent = () => null

/** The marks of the list around; none outside of one. */
export const NodeMarksContext = createContext<NodeMarks>(() => notJudged)

/** Live values are judged by the table for an hour (design 8.1). */
const PERIOD = '1h'

/**
 * The marks of nodes by what they measure and where; none on a platform that does not say. A mark stays the same object while its node's state does,
 * so that what shows it is not drawn again.
 */
export function useNodeMarks(enabled: boolean): NodeMarks {
  const translate = useTranslate()
  const words = useClassWords()
  const { zone } = useContext(DisplayContext)
  const { pollutantOf, whereOf } = useMeasures(enabled)
  return useMemo(() => {
    const known = new WeakMap<NodeState, { project: number | null; stale: boolean; mark: NodeMark | null }>()
    const judged = (node: NodeState, device: DeviceState): Judgement | null => {
      const [pollutant, reading] = [pollutantOf(node.id), readNode(node)]
      // Which law holds for a value depends on its day.
      if (pollutant === undefined || reading.kind !== 'number' || node.at === null) return null
      const where = whereOf(device.id, device.project_id)
      return judgeValue(zone, reading.value, pollutant, node.unitname, PERIOD, node.at, where)
    }
    const titleOf = (found: Judgement, stale: boolean): string => {
      const { scale, level, index } = found
      const word = translate('environment.classOf', { word: words.full(found), level, levels: LEVELS[scale] })
      return [
        ...(stale ? [translate('environment.state.stale')] : []),
        index === null ? word : `${word} · ${translate('overview.index')} ${index}`,
        words.law(found),
      ].join('\n')
    }
    const markOf = (node: NodeState, { device, now }: ShownDevice): NodeMark | null => {
      if (pollutantOf(node.id) === undefined) return null
      // A sensor may be silent on a device that is not.
      const stale = isStale({ ...device, nodes: [node] }, now)
      const project = device.project_id
      const before = known.get(node)
      if (before && before.project === project && before.stale === stale) return before.mark
      const found = judged(node, device)
      const mark = found && { scale: found.scale, level: found.level, stale, title: titleOf(found, stale) }
      known.set(node, { project, stale, mark })
      return mark
    }
    return (shown) => {
      if (!shown.device.nodes.some(({ id }) => pollutantOf(id) !== undefined)) return notJudged
      const { state } = plateState(shown)
      return state === 'offline' || state === 'maintenance' ? silent : (node) => markOf(node, shown)
    }
  }, [translate, words, zone, pollutantOf, whereOf])
}
