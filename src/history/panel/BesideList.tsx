import { useTranslate } from 'react-admin'
import type { Beside } from '../../../dataProvider/calls/beside.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import controlsCss from '../../kit/controls.module.css'
import type { HistoryNode } from './nodeLines.ts'
import css from './answers.module.css'

/** So many are listed, the newest. */
const MOST = 100

/** Values kept beside the samples of the nodes in sight, or told apart from them, newest first: what each is, who sent it and when it came. Nothing where there are none. */
export function BesideList({
  nodes,
  shownIds,
  zone,
}: {
  nodes: readonly HistoryNode[]
  shownIds: ReadonlySet<number>
  zone: Zone
}) {
  const translate = useTranslate()
  const all = nodes
    .filter(({ id }) => shownIds.has(id))
    .flatMap((node) => node.beside.map((entry) => ({ node, entry })))
    .toSorted((one, other) => other.entry.at - one.entry.at)
  if (all.length === 0) return null
  return (
    <div className={css.beside}>
      <table className={controlsCss.table} aria-label={translate('history.beside.title')}>
        <thead>
          <tr>
            <th scope="col">{translate('history.time')}</th>
            <th scope="col">{translate('history.node')}</th>
            <th scope="col">{translate('history.beside.title')}</th>
          </tr>
        </thead>
        <tbody>
          {all.slice(0, MOST).map(({ node, entry }) => (
            <tr key={`${node.id} ${entry.kind} ${entry.at} ${entry.value}`} data-kind={entry.kind}>
              <td className={css.besideTime}>{zone.full(entry.at)}</td>
              <td>{node.line.label}</td>
              <td>{wordsOf(entry, node, zone, translate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > MOST && <p>{translate('history.beside.more', { count: all.length - MOST })}</p>}
    </div>
  )
}

/** What is known of a value in one sentence; values as they are shown, through the node's script. */
function wordsOf(
  entry: Beside,
  { read, line }: HistoryNode,
  zone: Zone,
  translate: ReturnType<typeof useTranslate>,
): string {
  const shownAs = (raw: number | null) =>
    raw === null ? '—' : `${numberText(read(raw) ?? raw, line.decimals)} ${line.unit}`.trim()
  if (entry.kind === 'suspect' || entry.kind === 'fail') {
    const tests = entry.tests.map((name) => translate(`quality.tests.${name}`, { _: name })).join(', ')
    return translate(`history.beside.${entry.kind}`, { value: shownAs(entry.value), tests: tests || '—' })
  }
  if (entry.kind === 'corrected')
    return translate('history.beside.corrected', {
      value: shownAs(entry.value),
      first: shownAs(entry.first),
      name: entry.by ?? '—',
      time: entry.received === null ? '—' : zone.full(entry.received),
      reason: entry.reason || '—',
    })
  const source = translate(`history.beside.sources.${entry.source}`, { _: entry.source || '—' })
  const sender = entry.by ? translate('history.beside.named', { source, name: entry.by }) : source
  const values = {
    value: shownAs(entry.value),
    first: shownAs(entry.first),
    source: sender,
    time: entry.received === null ? '—' : zone.full(entry.received),
  }
  if (entry.kind === 'noValue') return translate('history.beside.noValue', values)
  return translate(`history.beside.${entry.kind === 'mark' ? 'marked' : entry.stands ? 'replaced' : 'revised'}`, values)
}
