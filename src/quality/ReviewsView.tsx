import { Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { reviewsOf } from '../../dataProvider/calls/quality.ts'
import { device as devices } from '../../resources/device.ts'
import { mayUse } from '../../resources/kit/access.ts'
import { HOUR, monthOf } from '../../resources/kit/zone.ts'
import { nodesQuery } from '../compare/useItems.ts'
import { EmptyState, useCaller } from '../kit/index.ts'
import { InlineErrors } from '../kit/states/InlineErrors.tsx'
import { RowsSkeleton } from '../kit/states/RowsSkeleton.tsx'
import { useDeviceNames } from '../live/useLiveNames.ts'
import { ReviewDialog } from './ReviewDialog.tsx'
import { ReviewList } from './Reviews.tsx'
import type { Mark } from './qualityParams.ts'
import type { Asked } from './RatesView.tsx'
import css from './quality.module.css'
import { useShownLines } from './useShownLines.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'

interface ReviewsViewProps extends Pick<Asked, 'month' | 'span' | 'zone'> {
  /** null: none is chosen yet. */
  device: number | null
  mark: Mark | null
  onMark: (mark: Mark | null) => void
}

/** The reviews of a device in a month, which can be withdrawn; and a form to flag values that no test flagged. */
export function ReviewsView({ device, month, span, zone, mark, onMark }: ReviewsViewProps) {
  const translate = useLateWords('qualityPage')
  const mayReview = mayUse(useCaller(), devices, 'edit')
  const names = useDeviceNames()
  const named = names.data?.find(({ id }) => id === device)
  const nodes = useQuery(nodesQuery(named?.devicetype_id ?? null))
  const { lineOf } = useShownLines(device)
  const choices = useMemo(() => nodes.data?.map(({ id, alias }) => ({ id, name: alias })), [nodes.data])
  const marked = useMemo(
    () => named && mark && { ...mark, nodemap: mark.node, device: named.id, deviceName: named.name, alias: '' },
    [named, mark],
  )
  const { first, last } = monthOf(month)
  const reviews = useQuery({
    queryKey: ['quality', 'month', device, month],
    // Up to the end of the month: a flag set now is later than the last whole minute.
    queryFn: ({ signal }) => reviewsOf(device ?? 0, zone.rangeOf(first, last), signal),
    enabled: device !== null,
    staleTime: 30_000,
    retry: false,
  })
  if (device === null) return <EmptyState icon={<ShieldCheck />} title={translate('qualityPage.chooseDevice')} />
  // If the names could not be loaded, numbers are shown instead.
  const unnamed = [names, nodes].find(({ error, data }) => error && !data)
  const failures = (
    <InlineErrors
      failures={[
        reviews.error && { error: reviews.error, onRetry: () => void reviews.refetch() },
        unnamed ? { error: unnamed.error, onRetry: () => void unnamed.refetch() } : null,
      ]}
    />
  )
  if (reviews.error && !reviews.data?.length) return <div className={css.scroll}>{failures}</div>
  if (!reviews.data || names.isPending || nodes.isLoading) return <RowsSkeleton height={40} />
  const nameOf = (nodemap: number) => choices?.find(({ id }) => id === nodemap)?.name ?? `#${nodemap}`
  return (
    <div className={css.scroll}>
      {failures}
      {mayReview && choices && (
        <div className={css.totals}>
          <Button
            size="small"
            // Right after the begin of a month, the last hour starts in the previous month.
            onClick={() => onMark({ node: null, from: span.to - HOUR, to: span.to })}
          >
            {translate('qualityPage.mark')}
          </Button>
        </div>
      )}
      {reviews.data.length === 0 ? (
        <EmptyState icon={<ShieldCheck />} title={translate('qualityPage.noReviews')} />
      ) : (
        <section className={css.reviews} aria-label={translate('qualityPage.views.reviews')}>
          <ReviewList reviews={reviews.data} lineOf={lineOf} zone={zone} mayReview={mayReview} nameOf={nameOf} />
        </section>
      )}
      {mayReview && marked && choices && (
        <ReviewDialog
          title={translate('qualityPage.mark')}
          named={marked.deviceName}
          span={marked}
          nodes={choices}
          zone={zone}
          mayReview
          onClose={() => onMark(null)}
        />
      )}
    </div>
  )
}
