import { Button } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form, useNotify, useTranslate } from 'react-admin'
import { lazy, Suspense, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { review, type Doubted, type Verdict } from '../../dataProvider/calls/quality.ts'
import { WireError } from '../../dataProvider/http.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { ChartSkeleton, Dialog, messageOf } from '../kit/index.ts'
import { Reviews } from './Reviews.tsx'
import { VerdictFields, verdictOf } from './VerdictFields.tsx'
import css from './quality.module.css'

const SpanCurve = lazy(() => import('./SpanCurve.tsx'))

interface ReviewDialogProps {
  span: Doubted
  zone: Zone
  mayReview: boolean
  onClose: () => void
}

/** The curve of a span, and what somebody says of it. What the platform refuses stands at its field; what was typed is kept. */
export function ReviewDialog({ span, zone, mayReview, onClose }: ReviewDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const form = useId()
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({ mutationFn: (verdict: Verdict) => review(span, verdict) })
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['quality'] }),
      client.invalidateQueries({ queryKey: ['history'] }),
    ])
  const send = async (values: FieldValues) => {
    if (isPending) return
    try {
      await mutateAsync(verdictOf(values))
    } catch (failure) {
      notify(messageOf(failure, translate), { type: 'error' })
      return failure instanceof WireError ? failure.body.errors : undefined
    }
    notify(translate('quality.done'), { type: 'success' })
    onClose()
    await refresh()
  }
  return (
    <Dialog
      title={`${span.deviceName} · ${span.alias}`}
      width={860}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{translate(mayReview ? 'crud.cancel' : 'shell.close')}</Button>
          {mayReview && (
            <Button type="submit" form={form} variant="contained" color="primary" aria-busy={isPending}>
              {translate('quality.submit')}
            </Button>
          )}
        </>
      }
    >
      <p className={css.about}>
        {zone.full(span.from)} – {zone.full(span.to)} ·{' '}
        {translate('quality.doubted', { count: span.count, flag: translate(`quality.flags.${span.flag}`) })}
      </p>
      <Suspense fallback={<ChartSkeleton height={220} />}>
        <SpanCurve span={span} zone={zone} />
      </Suspense>
      {mayReview && (
        <Form id={form} noValidate disableInvalidFormNotification onSubmit={send}>
          <VerdictFields />
        </Form>
      )}
      <Reviews span={span} zone={zone} mayReview={mayReview} onChanged={refresh} />
    </Dialog>
  )
}
