import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reviewQueue, type DoubtedSpan } from '../../dataProvider/calls/quality.ts'
import { device as devices } from '../../resources/device.ts'
import { mayUse } from '../../resources/kit/access.ts'
import { Badge, EmptyState, InlineError, useCaller } from '../kit/index.ts'
import { RowsSkeleton } from '../kit/states/RowsSkeleton.tsx'
import controlsCss from '../kit/controls.module.css'
import { ReviewDialog } from './ReviewDialog.tsx'
import type { Asked } from './RatesView.tsx'
import css from './quality.module.css'
import { useLateWords } from '../kit/hooks/useLateWords.ts'

/** Spans that tests flagged and that no reviewer of the user's own step has reviewed yet. */
export function QueueView({ place, month, span, zone }: Asked) {
  const translate = useLateWords('qualityPage')
  const caller = useCaller()
  const [opened, setOpened] = useState<DoubtedSpan | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', 'queue', place, month],
    queryFn: ({ signal }) => reviewQueue(place, span, signal),
    staleTime: 30_000,
    retry: false,
  })
  const failure = error && <InlineError error={error} onRetry={() => void refetch()} />
  if (failure && !data?.length) return <div className={css.scroll}>{failure}</div>
  if (!data) return <RowsSkeleton height={40} />
  if (data.length === 0)
    return <EmptyState title={translate('qualityPage.nothing')} hint={translate('qualityPage.nothingHint')} />
  const mayReview = mayUse(caller, devices, 'edit')
  return (
    <div className={css.scroll}>
      {failure}
      <table className={controlsCss.table} aria-label={translate('qualityPage.views.queue')}>
        <thead>
          <tr>
            <th scope="col">{translate('qualityPage.device')}</th>
            <th scope="col">{translate('qualityPage.node')}</th>
            <th scope="col">{translate('qualityPage.span')}</th>
            <th scope="col" data-numeric>
              {translate('qualityPage.values')}
            </th>
            <th scope="col">{translate('qualityPage.flag')}</th>
            <th scope="col">{translate('qualityPage.reviewed')}</th>
            <th scope="col" aria-label={translate('qualityPage.review')} />
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={`${row.device} ${row.nodemap} ${row.from}`}>
              <td>{row.deviceName}</td>
              <td>{row.alias}</td>
              <td className={css.time}>
                {zone.full(row.from)}
                {row.to > row.from && ` – ${zone.full(row.to)}`}
              </td>
              <td data-numeric>{row.count}</td>
              <td>
                <Badge tone={row.flag === 4 ? 'alarm' : row.flag === 3 ? 'stale' : 'neutral'}>
                  {translate(`qualityPage.flags.${row.flag}`)}
                </Badge>{' '}
                {row.tests.map((name) => translate(`quality.tests.${name}`, { _: name })).join(translate('crud.comma'))}
              </td>
              <td>{translate(`qualityPage.steps.${row.step}`)}</td>
              <td>
                <Button size="small" onClick={() => setOpened(row)}>
                  {translate(mayReview ? 'qualityPage.review' : 'qualityPage.look')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {opened && (
        <ReviewDialog
          title={`${opened.deviceName} · ${opened.alias}`}
          about={[
            `${zone.full(opened.from)} – ${zone.full(opened.to)}`,
            translate('qualityPage.doubted', {
              count: opened.count,
              flag: translate(`qualityPage.flags.${opened.flag}`),
            }),
          ].join(' · ')}
          span={opened}
          zone={zone}
          mayReview={mayReview}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
