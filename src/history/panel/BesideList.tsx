import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import type { EvidenceValue } from '../../../dataProvider/calls/evidenceValues.ts'
import { reviewAt, reviewsOf, type Review } from '../../../dataProvider/calls/quality.ts'
import type { Zone } from '../../../resources/kit/zone.ts'
import { numberText } from '../../../resources/kit/reading.ts'
import type { Range } from '../../chart/model.ts'
import controlsCss from '../../kit/controls.module.css'
import type { HistoryNode } from './nodeLines.ts'
import css from './answers.module.css'

/** Maximum number of entries listed; the newest are kept. */
const MAX_ENTRIES = 100

/** The name of the test for a manual review. */
const REVIEW = 'manual'

interface BesideListProps {
  device: number
  /** The whole span of the nodes' data. */
  span: Range
  nodes: readonly HistoryNode[]
  shownIds: ReadonlySet<number>
  zone: Zone
}

/**
 * Lists values that are stored beside the samples of the visible nodes, or set apart from them, newest first: what each
 * is, who sent it and when it arrived, or who flagged it and why. Renders nothing without entries.
 */
export function BesideList({ device, span: { from, to }, nodes, shownIds, zone }: BesideListProps) {
  const translate = useTranslate()
  const all = nodes
    .filter(({ id }) => shownIds.has(id))
    .flatMap((node) => node.beside.map((entry) => ({ node, entry })))
    .toSorted((one, other) => other.entry.at - one.entry.at)
  const { data: reviews } = useQuery({
    queryKey: ['quality', 'reviews', device, from, to],
    queryFn: ({ signal }) => reviewsOf(device, { from, to }, signal),
    // The history reports that a person reviewed a value, but not who.
    enabled: all.some(({ entry }) => entry.tests.includes(REVIEW)),
    staleTime: 60_000,
    retry: false,
  })
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
          {all.slice(0, MAX_ENTRIES).map(({ node, entry }) => (
            <tr key={`${node.id} ${entry.kind} ${entry.at} ${entry.value}`} data-kind={entry.kind}>
              <td className={css.besideTime}>{zone.full(entry.at)}</td>
              <td>{node.line.label}</td>
              <td>{wordsOf(entry, node, { zone, translate, review: reviewAt(reviews ?? [], node.id, entry.at) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.length > MAX_ENTRIES && <p>{translate('history.beside.more', { count: all.length - MAX_ENTRIES })}</p>}
    </div>
  )
}

/** Returns what is known of a value in one sentence; values are in display units, after the node's script. */
function wordsOf(
  entry: EvidenceValue,
  { read, line }: HistoryNode,
  { zone, translate, review }: { zone: Zone; translate: ReturnType<typeof useTranslate>; review: Review | undefined },
): string {
  const shownAs = (raw: number | null) =>
    raw === null ? '—' : `${numberText(read(raw) ?? raw, line.decimals)} ${line.unit}`.trim()
  if (entry.kind === 'suspect' || entry.kind === 'fail') {
    const tests = entry.tests
      .map((name) =>
        name === REVIEW && review
          ? translate('history.beside.review', {
              name: review.by || '—',
              time: review.at === null ? '—' : zone.full(review.at),
              reason: review.reason || '—',
            })
          : translate(`quality.tests.${name}`, { _: name }),
      )
      .join(translate('crud.comma'))
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
