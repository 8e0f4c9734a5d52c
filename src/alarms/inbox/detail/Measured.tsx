import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { numberText } from '../../../../resources/kit/reading.ts'
import { HOUR } from '../../../../resources/kit/zone.ts'
import { changeInHour } from '../../../chart/changeInHour.ts'
import { severityOf } from '../../../environment/scale.ts'
import { useClassWords } from '../../../environment/useClassWords.ts'
import { useJudge, useMeasures } from '../../../environment/useJudge.ts'
import type { HistoryNode } from '../../../history/panel/nodeLines.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { sampleAt } from './measured.ts'
import css from './detail.module.css'

interface MeasuredProps {
  episode: Episode
  /** The alarm's node, and the other nodes of its device, over the drawn hours. */
  node: HistoryNode
  others: readonly HistoryNode[]
  /** Epoch ms. */
  now: number
}

/** Largest number of other nodes named beside the alarm's own. */
const MAX_OTHERS = 4
/** Single values are judged by the table for one hour, as the alarm's value is (../useEpisodeVerdict.ts). */
const PERIOD = '1h'

/**
 * How the value changed within an hour, while the alarm lasts, and what else was measured when it fired, with legal
 * classes, the worst first; each only as far as the drawn hours contain it.
 */
export function Measured({ episode, node, others, now }: MeasuredProps) {
  const translate = useLateWords('measured')
  const words = useClassWords()
  const judge = useJudge()
  const { pollutantOf, whereOf } = useMeasures()
  const { device_id, project_id, fired_at, cleared_at } = episode
  // A last sample that is older than an hour says nothing about this hour.
  const isFresh = cleared_at === null && now - (node.line.times.at(-1) ?? 0) <= HOUR
  const change = isFresh && node.drawable && !node.line.positions ? changeInHour(node.line) : null
  const where = device_id === null ? undefined : whereOf(device_id, project_id)
  const judged = others.flatMap(({ id, line }) => {
    const pollutant = pollutantOf(id)
    const sample = sampleAt(line, fired_at)
    const found =
      pollutant !== undefined && sample && judge(sample.value, pollutant, line.unit, PERIOD, sample.at, where)
    return found && sample
      ? [{ name: line.label, value: numberText(sample.value, line.decimals), ...found, word: words.short(found) }]
      : []
  })
  const named = judged.toSorted((a, b) => severityOf(b) - severityOf(a)).slice(0, MAX_OTHERS)
  return (
    <>
      {change !== null && <Change change={change} line={node.line} />}
      {named.length > 0 && (
        <span className={css.quiet}>
          {translate('measured.firing', {
            nodes: named.map(({ name, value, word }) => translate('measured.node', { name, value, word })).join(' · '),
          })}
        </span>
      )}
    </>
  )
}

function Change({ change, line }: { change: number; line: HistoryNode['line'] }) {
  const translate = useLateWords('measured')
  const value = numberText(Math.abs(change), line.decimals)
  if (Number(value) === 0) return null
  const said = translate(change > 0 ? 'measured.rose' : 'measured.fell', { value: `${value} ${line.unit}`.trim() })
  return (
    <span role="img" aria-label={said} title={said}>
      {change > 0 ? '↑' : '↓'} {value} / 1 h
    </span>
  )
}
