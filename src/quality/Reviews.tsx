import { Button } from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'react-admin'
import { reviewsOf, takeBack, type Doubted, type Review } from '../../dataProvider/calls/quality.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { numberText } from '../../resources/kit/reading.ts'
import { InlineError, messageOf } from '../kit/index.ts'
import css from './quality.module.css'

interface ReviewsProps {
  span: Doubted
  zone: Zone
  mayReview: boolean
  onChanged: () => unknown
}

/** What was said of the node in this span before, newest first; what stands can be taken back. */
export function Reviews({ span, zone, mayReview, onChanged }: ReviewsProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', 'reviews', span.device, span.from, span.to],
    queryFn: ({ signal }) => reviewsOf(span.device, span, signal),
    retry: false,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: takeBack,
    onSuccess: onChanged,
    onError: (failure) => notify(messageOf(failure, translate), { type: 'error' }),
  })
  if (error && !data) return <InlineError error={error} onRetry={() => void refetch()} />
  const own = data?.filter(({ nodemap }) => nodemap === span.nodemap) ?? []
  if (own.length === 0) return null
  return (
    <section className={css.reviews} aria-label={translate('quality.said')}>
      <h3>{translate('quality.said')}</h3>
      <ul>
        {own.map((one) => (
          <li key={one.id} data-revoked={one.revoked || undefined}>
            <span>
              <b>{saidOf(one, translate)}</b> · {translate(`quality.steps.${one.step}`)} · {one.by || '—'} ·{' '}
              {one.at === null ? '—' : zone.full(one.at)}
              <br />
              {one.reason}
              {one.revoked && ` · ${translate('quality.revoked')}`}
            </span>
            {mayReview && !one.revoked && (
              <Button size="small" disabled={isPending} onClick={() => mutate(one.id)}>
                {translate('quality.takeBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const saidOf = ({ flag, zero, factor, value }: Review, translate: ReturnType<typeof useTranslate>): string => {
  if (value !== null) return translate('quality.asValue', { value: numberText(value) })
  if (factor !== null) return translate('quality.asScale', { zero: numberText(zero ?? 0), factor: numberText(factor) })
  return translate(`quality.flags.${flag}`)
}
