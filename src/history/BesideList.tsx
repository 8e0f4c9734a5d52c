import { useTranslate } from 'ra-core'
import type { Beside } from '../../dataProvider/beside.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { numberText } from '../live/nodeValue.ts'
import controlsCss from '../kit/controls.module.css'
import type { HistoryNode } from './nodeLines.ts'
import css from './answers.module.css'

/** So many are listed, the newest. */
const MOST = 100

/** Values kept beside the samples of the nodes in sight, newest first: what each is, who sent it and when it came. Nothing where there are none. */
export function BesideList({
  nodes,
  shown,
  zone,
}: {
  nodes: readonly HistoryNode[]
  shown: ReadonlySet<number>
  zone: Zone
}) {
  const translate = useTranslate()
  const all = nodes
    .filter(({ id }) => shown.has(id))
    .flatMap((node) => node.beside.map((kept) => ({ node, kept })))
    .toSorted((one, other) => other.kept.at - one.kept.at)
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
          {all.slice(0, MOST).map(({ node, kept }) => (
            <tr key={`${node.id} ${kept.kind} ${kept.at} ${kept.value}`} data-kind={kept.kind}>
              <td className={css.besideTime}>{zone.full(kept.at)}</td>
              <td>{node.line.label}</td>
              <td>{wordsOf(kept, node, zone, translate)}</td>
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
  kept: Beside,
  { read, line }: HistoryNode,
  zone: Zone,
  translate: ReturnType<typeof useTranslate>,
): string {
  const shownAs = (raw: number | null) =>
    raw === null ? '—' : `${numberText(read(raw) ?? raw, line.decimals)} ${line.unit}`.trim()
  const source = translate(`history.beside.sources.${kept.source}`, { _: kept.source || '—' })
  const sender = kept.by ? translate('history.beside.named', { source, name: kept.by }) : source
  const values = {
    value: shownAs(kept.value),
    first: shownAs(kept.first),
    source: sender,
    time: kept.received === null ? '—' : zone.full(kept.received),
  }
  return translate(`history.beside.${kept.kind === 'mark' ? 'marked' : kept.stands ? 'replaced' : 'revised'}`, values)
}
