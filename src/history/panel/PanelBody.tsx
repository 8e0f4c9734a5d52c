import { useTranslate } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { RangeTools } from '../../chart/RangeTools.tsx'
import { TimeSeries } from '../../chart/TimeSeries.tsx'
import type { Zone } from '../../../resources/kit/zone.ts'
import { EmptyState, InlineError, TextSkeleton } from '../../kit/index.ts'
import { CalendarLink } from '../month/ClassCalendar.tsx'
import { MonthCards } from '../month/MonthCards.tsx'
import { MonthFigures } from '../month/MonthFigures.tsx'
import { OverlayChoice } from '../month/OverlayChoice.tsx'
import { aroundMoment, spansDays } from '../month/overlays.ts'
import { DayNote } from '../month/DayNote.tsx'
import { useMonth } from '../month/useMonth.ts'
import { BesideList } from './BesideList.tsx'
import { DataTable } from './DataTable.tsx'
import { LEAST } from './heights.ts'
import { MarksUnread } from './MarksUnread.tsx'
import { NodeChips, NodeTotals } from './NodeTotals.tsx'
import { PanelSkeleton } from './PanelSkeleton.tsx'
import type { HistoryPanelState } from './usePanel.ts'
import { noonOf } from '../month/days.ts'
import css from './answers.module.css'

/** Loaded lazily with its texts, since few devices measure sound. */
const NoiseFigures = lazy(() => import('../month/NoiseFigures.tsx'))

const NONE: readonly never[] = []
/** Maximum height of the chart when the view is by days, since the pictures below belong to it, px. */
const LONG_HEIGHT = 320
/** Height of the statistics below the totals, px. */
const FIGURES_HEIGHT = 240

interface PanelBodyProps {
  panel: HistoryPanelState
  zone: Zone
  syncKey?: string | null
  ends?: readonly [number, number] | null
  /** Height of the chart; by default that of the totals and statistics beside it. */
  height?: number
}

/**
 * A device's lines with their controls, the totals of its nodes, statistics of the first visible node and, on request,
 * all its samples.
 */
export function PanelBody({ panel, zone, syncKey = null, ends = null, height }: PanelBodyProps) {
  const translate = useTranslate()
  const {
    device,
    fullRange,
    range,
    onRange,
    plot,
    table,
    history,
    shownIds,
    toggle,
    episodes,
    marked,
    apart,
    samples,
    empty,
  } = panel
  const month = useMonth(panel, zone)
  // Day under the pointer, in any of the pictures.
  const [day, setDay] = useState<string | null>(null)
  const { line, isDaily } = month
  const long = month.offered && spansDays(fullRange)
  // The first days of a month are drawn by samples, but still have the month's calendar.
  const [search] = useSearchParams()
  const cards = long || (month.offered && search.get('period') === 'month')
  const monthly = long && line !== null
  const beside = 34 * (history.nodes.length + 1) - 30 + (month.offered ? FIGURES_HEIGHT : 0)
  const high = height ?? Math.min(420, Math.max(LEAST, beside))
  const drawable = history.nodes.some((node) => node.drawable)
  if (history.error) return <InlineError error={history.error} onRetry={history.retry} />
  if (!history.loaded) return <PanelSkeleton height={high} />
  if (empty) return <EmptyState title={translate('chart.noData')} hint={translate('history.emptyHint')} />
  return (
    <div className={css.body} data-part="history" aria-busy={history.loading}>
      <div className={css.picture}>
        <div>
          <div className={css.tools}>
            <NodeChips nodes={history.nodes} shownIds={shownIds} onToggle={toggle} />
            {month.offered && <OverlayChoice over={month.over} />}
            {drawable && <RangeTools fullRange={fullRange} range={range} onRange={onRange} />}
          </div>
          {panel.readMarks && (
            <Suspense>
              <MarksUnread onRetry={panel.readMarks} />
            </Suspense>
          )}
          {month.over.error && <InlineError error={month.over.error} onRetry={month.over.retry} />}
          {isDaily && line && <DayNote kind={month.judged.kind} />}
          {drawable ? (
            <TimeSeries
              ref={plot}
              label={device.name}
              {...month.chart}
              zone={zone}
              fullRange={fullRange}
              range={range}
              onRange={onRange}
              height={long ? Math.min(high, LONG_HEIGHT) : high}
              episodes={isDaily ? NONE : marked}
              apart={isDaily ? NONE : apart}
              at={long ? (isDaily && day !== null ? noonOf(day, zone) : null) : undefined}
              onAt={isDaily ? (at) => setDay(at === null ? null : zone.day(at)) : undefined}
              syncKey={syncKey}
              ends={ends}
            />
          ) : (
            <EmptyState title={translate('history.words')} hint={translate('history.wordsHint')} />
          )}
        </div>
        <div className={css.side}>
          {!monthly && <NodeTotals nodes={history.nodes} shownIds={shownIds} />}
          {line && (
            <MonthFigures
              device={device.id}
              line={line}
              days={month.days}
              judged={month.judged}
              limits={panel.limits.filter(({ node }) => node === line.id)}
              span={fullRange}
              zone={zone}
              onMoment={(at) => onRange(aroundMoment(at, fullRange, zone))}
            />
          )}
          {!cards && month.judged.isJudged && <CalendarLink day={zone.day(range.from)} />}
          {line?.isSound && month.hours.data && (
            <Suspense fallback={<TextSkeleton />}>
              <NoiseFigures
                device={device.id}
                node={line.id}
                range={fullRange}
                where={month.hours.data.where}
                zone={zone}
              />
            </Suspense>
          )}
          {/* With cards, the cards below report the error. */}
          {!cards && month.hours.error && <InlineError error={month.hours.error} onRetry={month.hours.retry} />}
        </div>
      </div>
      {cards && (
        <MonthCards device={device.id} month={month} day={day} onDay={setDay} fullRange={fullRange} zone={zone} />
      )}
      {/* By days, the space beside the curve holds the statistics of one node instead. */}
      {monthly && <NodeTotals nodes={history.nodes} shownIds={shownIds} />}
      <BesideList device={device.id} span={fullRange} nodes={history.nodes} shownIds={shownIds} zone={zone} />
      {table &&
        (samples.error ? (
          <InlineError error={samples.error} onRetry={() => void samples.load().catch(() => {})} />
        ) : (
          <DataTable
            label={device.name}
            nodes={samples.nodes}
            zone={zone}
            loading={samples.loading}
            episodes={episodes}
          />
        ))}
    </div>
  )
}
