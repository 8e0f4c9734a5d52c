import { clsx } from 'clsx'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { monthOf } from '../../resources/kit/zone.ts'
import { areasBelow, buildTree } from '../kit/areaTree/tree.ts'
import { areaChoice } from '../kit/areaTree/areaChoice.ts'
import { AreaSelect } from '../kit/areaTree/AreaSelect.tsx'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { useZone } from '../kit/hooks/useZone.ts'
import { EmptyState, MonthPicker, PageHeader, Segment, useExtensions } from '../kit/index.ts'
import { Combo } from '../kit/layers/Combo.tsx'
import pageCss from '../kit/page.module.css'
import { useClock } from '../live/useClock.ts'
import { useAreaNames, useDeviceNames } from '../live/useLiveNames.ts'
import { QueueView } from './QueueView.tsx'
import { RatesView } from './RatesView.tsx'
import { ReviewsView } from './ReviewsView.tsx'
import { placeOf, readQualityParams, VIEWS, writeQualityParams, type QualityParams } from './qualityParams.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import css from './quality.module.css'

/** /monitor/quality: how much of the data was received, in time and valid, what waits for a review, and the reviews. */
export default function QualityPage() {
  const translate = useLateWords('qualityPage')
  const zone = useZone()
  const now = useClock(60_000)
  const thisMonth = zone.day(now).slice(0, 7)
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readQualityParams(search, thisMonth), [search, thisMonth])
  const change = (changed: Partial<QualityParams>) =>
    setSearch((before) => writeQualityParams({ ...readQualityParams(before, thisMonth), ...changed }, thisMonth), {
      replace: true,
    })
  const areas = useAreaNames()
  const tree = useMemo(() => buildTree(areas.data ?? []), [areas.data])
  const devices = useDeviceNames()
  const here = useMemo(() => {
    const within = params.area === null ? null : areasBelow(tree, params.area)
    return devices.data?.filter(({ district_id }) => within === null || within.has(district_id ?? 0))
  }, [devices.data, tree, params.area])
  const announced = useExtensions()
  const { first, last } = monthOf(params.month)
  const { from, to } = zone.rangeOf(first, last)
  const span = { from, to: Math.min(to, Math.floor(now / 60_000) * 60_000) }
  const asked = { place: placeOf(params), month: params.month, span, zone }
  return (
    <div className={clsx(pageCss.listPage, css.page)}>
      <PageHeader
        title={translate('qualityPage.title')}
        actions={
          <Segment
            label={translate('qualityPage.view')}
            options={VIEWS.map((value) => ({ value, label: translate(`qualityPage.views.${value}`) }))}
            value={params.view}
            onChange={(view) => change({ view })}
          />
        }
      >
        <HelpButton topic="monitor/quality" name={translate('qualityPage.title')} />
      </PageHeader>
      <div className={clsx(pageCss.filters, css.fields)} role="search">
        <MonthPicker
          label={translate('qualityPage.month')}
          month={params.month}
          last={thisMonth}
          onChange={(month) => change({ month })}
        />
        <AreaSelect
          label={translate('qualityPage.area')}
          areas={tree}
          value={params.area}
          withAll
          {...areaChoice(areas)}
          onChange={(area) => change({ area, device: null, mark: null })}
        />
        <Combo
          label={translate('qualityPage.allDevices')}
          options={here}
          value={params.device}
          clearable
          error={devices.data === undefined ? devices.error : null}
          onRetry={() => devices.refetch()}
          onChange={(device) => change({ device, mark: null })}
        />
      </div>
      {announced !== undefined && !announced.has('quality') ? (
        <EmptyState title={translate('qualityPage.lacking')} />
      ) : params.view === 'rates' ? (
        <RatesView {...asked} />
      ) : params.view === 'queue' ? (
        <QueueView {...asked} />
      ) : (
        <ReviewsView {...asked} device={params.device} mark={params.mark} onMark={(mark) => change({ mark })} />
      )}
    </div>
  )
}
