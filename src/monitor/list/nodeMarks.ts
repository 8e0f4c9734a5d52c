import { createContext, useContext, useMemo } from 'react'
import { useTranslate } from 'react-admin'
import type { NodeState } from '../../../dataProvider/normalise.ts'
import { readNode } from '../../../resources/kit/reading.ts'
import { HOUR, type Zone } from '../../../resources/kit/zone.ts'
import type { Judgement, Where } from '../../environment/judge.ts'
import { judgeSeries, type SeriesJudge } from '../../environment/judgeSeries.ts'
import { LEVELS, type ScaleLevel } from '../../environment/scale.ts'
import { useClassWords } from '../../environment/useClassWords.ts'
import { useMeasures } from '../../environment/useJudge.ts'
import { isStale } from '../../live/deviceStatus.ts'
import { DisplayContext, plateState, type ShownDevice } from '../../live/display.ts'

/** The class of a node's value, as shown beside it. */
export interface NodeMark extends ScaleLevel {
  /** The node's newest value is stale: its class is shown grey. */
  stale: boolean
  /** The class and its index, the period and the standard, on separate lines. */
  title: string
  /** Judges earlier values of the node, for its sparkline. */
  judge?: SeriesJudge
}

/**
 * Returns the mark of a node of a shown device: null for a node without a class now, undefined if none of the device's
 * nodes is judged.
 */
export type NodeMarks = (shown: ShownDevice) => (node: NodeState) => NodeMark | null | undefined

const notJudged = () => undefined
const silent = () => null

/** The marks of the enclosing list; none outside a list. */
export const NodeMarksContext = createContext<NodeMarks>(() => notJudged)

/** Whether a node map of the enclosing list measures a direction; false outside a list, and before it is known. */
export const DirectionsContext = createContext<(node: number) => boolean>(() => false)

/**
 * Returns the marks of nodes by what they measure and where; none on a platform that does not report that. A mark stays
 * the same object as long as its node's state does, so that its component is not rendered again.
 */
export function useNodeMarks(enabled: boolean): NodeMarks {
  const translate = useTranslate()
  const words = useClassWords()
  const { zone } = useContext(DisplayContext)
  const { pollutantOf, whereOf } = useMeasures(enabled)
  return useMemo(() => {
    const known = new WeakMap<NodeState, { project: number | null; stale: boolean; mark: NodeMark | null }>()
    const judgeOf = sharedJudges(zone)
    const titleOf = (found: Judgement, stale: boolean): string => {
      const { scale, level, index } = found
      const word = translate('environment.classOf', { word: words.full(found), level, levels: LEVELS[scale] })
      return [
        ...(stale ? [translate('environment.state.stale')] : []),
        index === null ? word : `${word} · ${translate('overview.index')} ${index}`,
        words.law(found),
      ].join('\n')
    }
    const markNow = (node: NodeState, stale: boolean, judge: SeriesJudge): NodeMark | null => {
      const reading = readNode(node)
      // The standard in force depends on the day of the value.
      const found = reading.kind === 'number' && node.at !== null ? judge(reading.value, node.at) : null
      return found && { scale: found.scale, level: found.level, stale, title: titleOf(found, stale), judge }
    }
    const markOf = (node: NodeState, { device, now }: ShownDevice): NodeMark | null => {
      const pollutant = pollutantOf(node.id)
      if (pollutant === undefined) return null
      // A single sensor may be stale on a device that is not.
      const stale = isStale({ ...device, nodes: [node] }, now)
      const project = device.project_id
      const before = known.get(node)
      if (before && before.project === project && before.stale === stale) return before.mark
      const mark = markNow(node, stale, judgeOf(now, pollutant, node.unitname, whereOf(device.id, project)))
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

/**
 * Returns judges shared by all nodes that are judged alike; a judge remembers its earlier results. They are dropped
 * every hour, so that they keep the results of an hour at most.
 */
function sharedJudges(zone: Zone): (now: number, pollutant: string, unit: string, where: Where) => SeriesJudge {
  const judges = new Map<string, SeriesJudge>()
  let since = 0
  return (now, pollutant, unit, where) => {
    if (now - since > HOUR) {
      judges.clear()
      since = now
    }
    const key = JSON.stringify([pollutant, unit, where])
    const judge = judges.get(key) ?? judgeSeries(zone, pollutant, unit, where)
    judges.set(key, judge)
    return judge
  }
}
