import { Button, Tooltip } from '@mui/material'
import { chartHeight } from './chartHeight.ts'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChartSpline, Search, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { compareHistory } from '../../dataProvider/calls/history.ts'
import { swatchOf } from '../chart/colors.ts'
import { useZone } from '../chart/useZone.ts'
import { monthOf, type Zone } from '../../resources/kit/zone.ts'
import { ClassChip } from '../environment/ClassChip.tsx'
import { useClassWords } from '../environment/useClassWords.ts'
import { useClock } from '../live/useClock.ts'
import { useFirstStates } from '../live/states/useFirstStates.ts'
import { useLiveNames } from '../live/useLiveNames.ts'
import { worthComparing } from '../live/worthSeeing.ts'
import { useMode } from '../kit/theme/useMode.ts'
import { buildTree } from '../kit/areaTree/tree.ts'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { EmptyState, MonthPicker, PageHeader, Skeleton, ChartSkeleton } from '../kit/index.ts'
import { InlineErrors } from '../kit/states/InlineErrors.tsx'
import textCss from '../kit/text.module.css'
import answersCss from '../history/panel/answers.module.css'
import chartCss from '../chart/chart.module.css'
import { ComparedChart } from './ComparedChart.tsx'
import {
  MIN_ITEMS,
  isReady,
  keyOf,
  readCompareParams,
  writeCompareParams,
  type CompareParams,
} from './compareParams.ts'
import { ItemPicker } from './ItemPicker.tsx'
import { useItemClasses, type ItemClass } from './useItemClasses.ts'
import { useItems, type NamedItem } from './useItems.ts'
import css from './compare.module.css'

/** /monitor/hisdataPk (spec 1 §2.9): nodes of any devices over one month, in one picture. */
export default function ComparePage() {
  const translate = useTranslate()
  const zone = useZone()
  const thisMonth = zone.day(useClock(60_000)).slice(0, 7)
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readCompareParams(search, thisMonth), [search, thisMonth])
  const change = useCallback(
    (changed: Partial<CompareParams>) =>
      setSearch(
        (before) =>
          writeCompareParams({ ...readCompareParams(before, thisMonth), submitted: false, zoom: null, ...changed }),
        {
          replace: true,
        },
      ),
    [setSearch, thisMonth],
  )
  const states = useFirstStates()
  const suggestions = useMemo(() => (states ? worthComparing(states) : NONE), [states])
  // The suggestion is loading, or about to be written into the address.
  const opening = states === undefined || suggestions.length >= MIN_ITEMS
  useEffect(() => {
    if (suggestions.length >= MIN_ITEMS) change({ items: [...suggestions], submitted: true })
  }, [suggestions, change])
  const names = useLiveNames(false)
  const areas = useMemo(() => buildTree(names.areas ?? []), [names.areas])
  const { items, ...named } = useItems(params.items, names.areaNames)
  const { month } = params
  const inRange = month === null || month <= thisMonth
  const ready = isReady(params) && inRange
  const submitted = params.submitted && ready
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['compare', month, params.items.map(keyOf).join()],
    queryFn: ({ signal }) => compareHistory(params.items, (month ?? '').replace('-', ''), signal),
    enabled: submitted,
    staleTime: 60_000,
    retry: false,
  })
  const failed = submitted && !opening ? error : null
  const classes = useItemClasses(items, submitted && !error ? data : undefined, zone)
  const { first, last } = monthOf(month ?? thisMonth)
  return (
    <div className={css.compare}>
      <PageHeader
        title={translate('compare.title')}
        actions={
          <>
            <MonthPicker
              className={css.month}
              label={translate('compare.month')}
              month={month}
              last={thisMonth}
              onChange={(chosen) => change({ month: chosen })}
            />
            <Tooltip describeChild title={ready ? '' : translate(inRange ? 'compare.notReady' : 'history.outside')}>
              <Button
                variant="contained"
                color="primary"
                aria-disabled={!ready}
                aria-busy={isFetching}
                onClick={() => ready && (submitted ? void refetch() : change({ submitted: true }))}
              >
                <Search size={14} aria-hidden />
                {translate('compare.ask')}
              </Button>
            </Tooltip>
          </>
        }
      >
        <HelpButton topic="monitor/hisdataPk" name={translate('compare.title')} />
      </PageHeader>
      <div className={css.bar}>
        <ItemPicker
          areas={areas}
          none={names.areas?.length === 0}
          waiting={names.areas === undefined && names.areaError === null}
          error={names.areaError}
          onRetry={names.retryAreas}
          items={params.items}
          onAdd={(item) => change({ items: [...params.items, item] })}
        />
        <ul className={css.items} aria-label={translate('compare.items')}>
          {items.map((item, index) => (
            <Item
              key={item.key}
              item={item}
              last={classes[index]?.last ?? null}
              zone={zone}
              onRemove={() => change({ items: params.items.filter((other) => keyOf(other) !== item.key) })}
            />
          ))}
        </ul>
      </div>
      <div className={css.answer}>
        <InlineErrors
          failures={[
            names.areaError !== null && { error: names.areaError, onRetry: names.retryAreas },
            named.error && { error: named.error, onRetry: named.retry },
            failed && { error: failed, onRetry: () => void refetch() },
          ]}
        />
        {opening ? (
          <ComparedSkeleton items={items} />
        ) : submitted ? (
          // A failed query clears the picture (spec 1 §4).
          failed ? null : data === undefined ? (
            <ComparedSkeleton items={items} />
          ) : (
            <ComparedChart
              key={`${month}`}
              items={items}
              samples={data}
              classes={classes}
              zone={zone}
              fullRange={zone.rangeOf(first, last)}
              zoom={params.zoom}
              onZoom={(zoom) => change({ zoom, submitted: true })}
              loading={isFetching}
              name={`${translate('compare.title')} ${month}`}
            />
          )
        ) : (
          <EmptyState icon={<ChartSpline />} title={translate('compare.start')} hint={translate('compare.startHint')} />
        )}
      </div>
    </div>
  )
}

interface ItemProps {
  item: NamedItem
  /** The judgement of its newest value in the picture. */
  last: ItemClass['last']
  zone: Zone
  onRemove: () => void
}

function Item({ item, last, zone, onRemove }: ItemProps) {
  const translate = useTranslate()
  const classWords = useClassWords()
  useMode()
  const place = [item.area, item.deviceName].filter(Boolean).join(' · ')
  const words = [place, item.alias].filter(Boolean).join(' · ')
  return (
    <li className={css.item}>
      <i className={clsx(chartCss.swatch, css.itemSwatch)} style={{ background: swatchOf(item.color) }} />
      {/* The area may be cut, but not the node: the same device often has several lines. */}
      {item.waiting ? (
        <Skeleton width={160} />
      ) : (
        <span className={css.words} title={words}>
          <span className={textCss.ellipsis}>{place}</span>
          {item.alias && <span>{place ? ` · ${item.alias}` : item.alias}</span>}
        </span>
      )}
      {last && (
        <ClassChip
          scale={last.judged.scale}
          level={last.judged.level}
          word={classWords.short(last.judged)}
          figure={last.judged.index}
          title={`${last.value} · ${zone.full(last.at)}\n${classWords.law(last.judged)}`}
        />
      )}
      <button
        type="button"
        className={css.remove}
        aria-label={translate('compare.remove', { name: words })}
        onClick={onRemove}
      >
        <X size={14} strokeWidth={1.9} aria-hidden />
      </button>
    </li>
  )
}

const NONE: readonly never[] = []

/** Height of the line with a chart's unit, px. */
const UNIT = 16

/** Placeholder of the compared lines: their buttons, and one chart per known unit. */
function ComparedSkeleton({ items }: { items: readonly NamedItem[] }) {
  const units = items.length === 0 ? [''] : [...new Set(items.map(({ unit }) => unit))]
  return (
    <div className={css.charts} aria-busy="true">
      <div className={clsx(answersCss.tools, css.chartTools)}>
        <div className={answersCss.waitTools}>
          <Skeleton height="100%" />
        </div>
      </div>
      {units.map((unit) => (
        <div key={unit} className={css.unit}>
          <ChartSkeleton height={chartHeight(units.length) + UNIT} />
        </div>
      ))}
    </div>
  )
}
