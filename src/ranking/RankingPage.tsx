import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { GROUPINGS } from '../../dataProvider/calls/placeDays.ts'
import { MEDIA } from '../../dataProvider/calls/environment.ts'
import { addDays } from '../../resources/kit/zone.ts'
import { areaChoice } from '../kit/areaTree/areaChoice.ts'
import { AreaSelect } from '../kit/areaTree/AreaSelect.tsx'
import { buildTree } from '../kit/areaTree/tree.ts'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { useZone } from '../kit/hooks/useZone.ts'
import { EmptyState, PageHeader, Segment, useExtensions } from '../kit/index.ts'
import pageCss from '../kit/page.module.css'
import { useClock } from '../live/useClock.ts'
import { useAreaNames } from '../live/useLiveNames.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { RankingView } from './RankingView.tsx'
import { daysOf, MAX_DAYS, readRankingParams, writeRankingParams, type RankingParams } from './rankingParams.ts'
import css from './ranking.module.css'

/** /monitor/ranking: areas and stations ranked by their days under the applicable standards. */
export default function RankingPage() {
  const translate = useTranslate()
  const say = useLateWords('ranking')
  const zone = useZone()
  const yesterday = addDays(zone.day(useClock(60_000)), -1)
  const [search, setSearch] = useSearchParams()
  const params = useMemo(() => readRankingParams(search, yesterday), [search, yesterday])
  const days = useMemo(() => daysOf(params, yesterday), [params, yesterday])
  const change = (changed: Partial<RankingParams>) =>
    setSearch((before) => writeRankingParams({ ...readRankingParams(before, yesterday), ...changed }, yesterday), {
      replace: true,
    })
  const areas = useAreaNames()
  const tree = useMemo(() => buildTree(areas.data ?? []), [areas.data])
  const announced = useExtensions()
  return (
    <div className={pageCss.listPage}>
      <PageHeader
        title={say('ranking.title')}
        actions={
          <Segment
            label={say('ranking.byLabel')}
            options={GROUPINGS.map((value) => ({ value, label: say(`ranking.by.${value}`) }))}
            value={params.by}
            onChange={(by) => change({ by })}
          />
        }
      >
        <HelpButton topic="monitor/ranking" name={say('ranking.title')} />
      </PageHeader>
      <div className={`${pageCss.filters} ${css.fields}`} role="search">
        <Segment
          label={say('ranking.medium')}
          options={MEDIA.map((value) => ({ value, label: translate(`overview.medium.${value}`) }))}
          value={params.medium}
          // Sound and water have no index to sort by.
          onChange={(medium) => change({ medium, sort: 'rank', falling: false })}
        />
        <AreaSelect
          label={say('ranking.area')}
          areas={tree}
          value={params.area}
          withAll
          {...areaChoice(areas)}
          onChange={(area) => change({ area })}
        />
        <PeriodFields params={params} yesterday={yesterday} onChange={change} />
      </div>
      {announced !== undefined && !announced.has('environment-means') ? (
        <EmptyState title={say('ranking.lacking')} />
      ) : days === null ? (
        params.period === 'range' ? (
          <EmptyState title={say('ranking.outside', { days: MAX_DAYS })} />
        ) : (
          <EmptyState title={say('ranking.noDay')} hint={say('ranking.noDayHint')} />
        )
      ) : (
        <RankingView params={params} days={days} zone={zone} areas={areas} onChange={change} />
      )}
    </div>
  )
}
