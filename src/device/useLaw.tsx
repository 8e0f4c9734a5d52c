import { useTranslate } from 'react-admin'
import type { NodeState } from '../../dataProvider/normalise.ts'
import { bandsOf } from '../environment/bands.ts'
import { ClassChip } from '../environment/ClassChip.tsx'
import { judgeValue } from '../environment/judge.ts'
import { classKey } from '../environment/scale.ts'
import { useClassWords } from '../environment/useClassWords.ts'
import { useEnvironment } from '../environment/useEnvironment.ts'
import { useMeasures } from '../environment/useJudge.ts'
import { readNode } from '../../resources/kit/reading.ts'
import { isStale } from '../live/deviceStatus.ts'
import { plateState, type ShownDevice } from '../live/display.ts'
import textCss from '../kit/text.module.css'
import type { NodeLaw } from './Curves.tsx'
import css from './devicePage.module.css'

/**
 * Returns the judgement of a device: its verdicts of the last hour, and for each node the class of its value and the
 * bands behind its curve. As in the live list, a stale value has its class in grey, and a device that is offline or in
 * maintenance has none (design 8.1).
 */
export function useLaw(shown: ShownDevice) {
  const { device, zone, now } = shown
  const translate = useTranslate()
  const words = useClassWords()
  const { verdicts, error, refetch } = useEnvironment({ deviceid: device.id })
  const { pollutantOf, whereOf } = useMeasures()
  const where = whereOf(device.id, device.project_id)
  const verdict = verdicts[0]
  const { state } = plateState(shown)
  const counts = state !== 'offline' && state !== 'maintenance'
  const lawOf = (node: NodeState): NodeLaw | undefined => {
    const pollutant = pollutantOf(node.id)
    if (pollutant === undefined) return undefined
    const bands = bandsOf(zone, pollutant, node.unitname, '1h', now, where).map(({ from, to, ...at }) => ({
      from,
      to,
      token: classKey(at),
    }))
    const reading = readNode(node)
    const found =
      reading.kind === 'number'
        ? judgeValue(zone, reading.value, pollutant, node.unitname, '1h', node.at ?? now, where)
        : null
    if (found === null && bands.length === 0) return undefined
    // A single sensor may be stale on a device that is not.
    const stale = isStale({ ...device, nodes: [node] }, now)
    const old = translate('environment.state.stale')
    const chip = counts && found && (
      <ClassChip
        scale={found.scale}
        level={found.level}
        word={words.short(found)}
        figure={found.scale === 'a' ? found.index : null}
        title={[...(stale ? [old] : []), words.law(found)].join('\n')}
        stale={stale}
      />
    )
    if (!chip || !stale) return { bands, chip }
    return {
      bands,
      chip: (
        <span className={css.old}>
          {chip}
          <span className={textCss.visuallyHidden}>{old}</span>
        </span>
      ),
    }
  }
  // If two nodes measure the sound level, the first counts.
  const sound = device.nodes.find(({ id }) => pollutantOf(id) === 'leq')
  return { verdicts, error, refetch, verdict, lawOf, words, where, sound }
}
