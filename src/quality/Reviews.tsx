import { Button } from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNotify, type useTranslate } from 'react-admin'
import { reviewsOf, revokeReview, type NodeSpan, type Review } from '../../dataProvider/calls/quality.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { numberText } from '../../resources/kit/reading.ts'
import { reviewStep } from '../../resources/review.ts'
import { InlineError, messageOf, useCaller } from '../kit/index.ts'
import { shownValue, shownZero, type ShownLine } from './shownLine.ts'
import { useReread } from './useReread.ts'
import type { ShownLines } from './useShownLines.ts'
import css from './quality.module.css'
import { useLateWords } from '../kit/hooks/useLateWords.ts'

interface ReviewsProps extends Pick<ShownLines, 'lineOf'> {
  span: NodeSpan
  zone: Zone
  mayReview: boolean
}

/** Earlier reviews of the node in this span, newest first; a review in force can be withdrawn. */
export function Reviews({ span, lineOf, zone, mayReview }: ReviewsProps) {
  const translate = useLateWords('qualityPage')
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', 'reviews', span.device, span.from, span.to],
    queryFn: ({ signal }) => reviewsOf(span.device, span, signal),
    retry: false,
  })
  if (error && !data) return <InlineError error={error} onRetry={() => void refetch()} />
  const own = data?.filter(({ nodemap }) => nodemap === span.nodemap) ?? []
  if (own.length === 0) return null
  return (
    <section className={css.reviews} aria-label={translate('qualityPage.said')}>
      <h3>{translate('qualityPage.said')}</h3>
      <ReviewList reviews={own} lineOf={lineOf} zone={zone} mayReview={mayReview} />
    </section>
  )
}

interface ReviewListProps extends Pick<ShownLines, 'lineOf'> {
  reviews: readonly Review[]
  zone: Zone
  mayReview: boolean
  /** Returns a node's name, if the list covers several nodes; each review then also shows its span. */
  nameOf?: (nodemap: number) => string
}

/**
 * A list of reviews: verdict, reviewer, time and reason. A user who may review can withdraw reviews in force, except
 * those of a higher step.
 */
export function ReviewList({ reviews, lineOf, zone, mayReview, nameOf }: ReviewListProps) {
  const translate = useLateWords('qualityPage')
  const notify = useNotify()
  const reread = useReread()
  const step = reviewStep(useCaller())
  const { mutate, isPending } = useMutation({
    mutationFn: revokeReview,
    onError: (failure) => notify(messageOf(failure, translate), { type: 'error' }),
    // Refetches in any case: another reviewer may have been faster.
    onSettled: reread,
  })
  const nameIn = (one: Review): string =>
    [
      nameOf?.(one.nodemap),
      saidOf(one, lineOf(one.nodemap), translate),
      one.by,
      `${zone.full(one.from)} – ${zone.full(one.to)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <ul>
      {reviews.map((one) => (
        <li key={one.id} data-revoked={one.revoked || undefined}>
          <span>
            {nameOf && (
              <>
                {nameOf(one.nodemap)} · {zone.full(one.from)} – {zone.full(one.to)}
                <br />
              </>
            )}
            <b>{saidOf(one, lineOf(one.nodemap), translate)}</b> · {translate(`qualityPage.steps.${one.step}`)} ·{' '}
            {one.by || '—'} · {one.at === null ? '—' : zone.full(one.at)}
            <br />
            {one.reason}
            {one.revoked && ` · ${translate('qualityPage.revoked')}`}
          </span>
          {mayReview && !one.revoked && one.step <= step && (
            <Button
              size="small"
              disabled={isPending}
              aria-label={`${translate('qualityPage.takeBack')}: ${nameIn(one)}`}
              onClick={() => mutate(one.id)}
            >
              {translate('qualityPage.takeBack')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/**
 * Returns a review's verdict as text, for values in display units; if no conversion exists, the text says that they are
 * raw values.
 */
function saidOf(
  { flag, zero, factor, value }: Review,
  line: ShownLine,
  translate: ReturnType<typeof useTranslate>,
): string {
  const scale = line ? '' : translate('qualityPage.asStored')
  if (value !== null) return translate('qualityPage.asValue', { value: numberText(shownValue(value, line)) }) + scale
  if (factor !== null) {
    const shown = numberText(shownZero(zero ?? 0, factor, line))
    return translate('qualityPage.asScale', { zero: shown, factor: numberText(factor) }) + scale
  }
  return translate(`qualityPage.flags.${flag}`)
}
