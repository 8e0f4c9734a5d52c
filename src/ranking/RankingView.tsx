import { Button } from '@mui/material'
import { Download } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { labelIndex } from '../../i18n/types.ts'
import { toCsv } from '../../resources/kit/csv.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { schemeOptions } from '../../resources/pollutants.ts'
import { lengthOf, type DaySpan } from '../../standards/daySums.ts'
import { lawOf } from '../../standards/index.ts'
import { standardName, useClassWords } from '../environment/useClassWords.ts'
import { LEVELS, SCALE_OF } from '../environment/scale.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { download, EmptyState, Segment, useLanguage } from '../kit/index.ts'
import { InlineErrors } from '../kit/states/InlineErrors.tsx'
import { RowsSkeleton } from '../kit/states/RowsSkeleton.tsx'
import { useDeviceNames, type useAreaNames } from '../live/useLiveNames.ts'
import { RankingTable, type RankedRow } from './RankingTable.tsx'
import type { RankingParams } from './rankingParams.ts'
import { NAMED, useKeyDays } from './useKeyDays.ts'
import { useRanking } from './useRanking.ts'
import css from './ranking.module.css'

interface RankingViewProps {
  params: RankingParams
  days: DaySpan
  zone: Zone
  /** The query of the areas. */
  areas: Pick<ReturnType<typeof useAreaNames>, 'data' | 'error' | 'isPending' | 'refetch'>
  onChange: (change: Partial<RankingParams>) => void
}

/** The ranking of some days, with its basis, and its export as a file. */
export function RankingView({ params, days, zone, areas, onChange }: RankingViewProps) {
  const translate = useTranslate()
  const say = useLateWords('ranking')
  const words = useClassWords()
  const keyDays = useKeyDays(params.medium)
  const at = labelIndex[useLanguage()]
  const { by, medium } = params
  const { rows, before, schemes, scheme, error, beforeError, retry, retryBefore } = useRanking(params, days, zone)
  const devices = useDeviceNames(by === 'station')
  const places = by === 'area' ? areas : devices
  const named = useMemo((): RankedRow[] | undefined => {
    if (places.isPending) return undefined
    const names = new Map(places.data?.map(({ id, name }) => [id, name]))
    return rows?.map((row) => ({
      ...row,
      name: row.id === null ? translate('monitor.card.noArea') : (names.get(row.id) ?? `#${row.id}`),
      before: before?.get(row.id) ?? null,
    }))
  }, [rows, before, places.isPending, places.data, translate])
  if (named?.length === 0 && !error) return <EmptyState title={say('ranking.none')} hint={say('ranking.noneHint')} />
  const standard = lawOf(medium, days.last, scheme).code
  const levels = Array.from({ length: LEVELS[SCALE_OF[medium]] }, (_, level) => level + 1)
  const save = (shown: readonly RankedRow[]) =>
    download(
      `${say('ranking.title')} ${days.first} ${days.last}.csv`,
      toCsv(
        [
          say('ranking.rank'),
          say('ranking.change'),
          say(`ranking.place.${by}`),
          ...(medium === 'air' ? [say('ranking.index'), say('ranking.without')] : []),
          `${say(`ranking.wanted.${medium}`)} (%)`,
          ...levels.map((level) => words.full({ scale: SCALE_OF[medium], level, standard })),
          say('ranking.judged'),
          say('ranking.needed'),
          say(`ranking.primary.${medium}`),
          `${say('ranking.coverage')} (%)`,
        ],
        shown.map((row) => [
          row.rank,
          row.rank === null || row.before === null ? null : row.before - row.rank,
          row.name,
          ...(medium === 'air' ? [row.index, keyDays(row.missing, Infinity)] : []),
          row.wanted,
          ...levels.map((level) => row.classes[level - 1] ?? 0),
          row.judged,
          row.needed,
          keyDays(row.primary, NAMED),
          Math.round(row.coverage * 100),
        ]),
      ),
    )
  return (
    <div className={css.scroll}>
      <div className={css.about}>
        <p>
          <b>{say('ranking.span', { ...days, count: lengthOf(days) })}</b>
          {rows && ` · ${standardName(standard)}`}
          <br />
          {say(`ranking.how.${medium}`)}
        </p>
        {schemes.length > 1 && (
          <Segment
            label={say('ranking.scheme')}
            options={schemeOptions
              .filter((option) => schemes.includes(option.scheme))
              .map((option) => ({ value: option.scheme, label: option.label[at] }))}
            value={scheme}
            onChange={(next) => onChange({ scheme: next })}
          />
        )}
        <Button size="small" aria-disabled={!named} onClick={() => named && save(named)}>
          <Download size={14} aria-hidden />
          {translate('history.csv')}
        </Button>
      </div>
      <InlineErrors
        failures={[
          error && { error, onRetry: retry },
          !places.data && places.error && { error: places.error, onRetry: () => void places.refetch() },
          beforeError && { error: beforeError, onRetry: retryBefore },
        ]}
      />
      {named ? (
        <RankingTable
          rows={named}
          params={params}
          days={days}
          standard={standard}
          hasBefore={before !== undefined}
          isBeforeComing={before === undefined && !beforeError}
          onChange={onChange}
        />
      ) : (
        !error && <RowsSkeleton height={56} />
      )}
    </div>
  )
}
