import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { Form, useNotify } from 'react-admin'
import { lazy, Suspense, useId, useMemo, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { review, type NodeSpan } from '../../dataProvider/calls/quality.ts'
import { WireError } from '../../dataProvider/http.ts'
import type { Zone } from '../../resources/kit/zone.ts'
import { UnsavedChanges, type Leaving } from '../admin/form/UnsavedChanges.tsx'
import { ChartSkeleton, Dialog, messageOf } from '../kit/index.ts'
import { Reviews } from './Reviews.tsx'
import { SpanFields, useChosenSpan, type NodeChoice, type StartSpan } from './SpanFields.tsx'
import { useReread } from './useReread.ts'
import { useShownLines, type ShownLines } from './useShownLines.ts'
import { NO_VERDICT, VerdictFields, verdictOf } from './VerdictFields.tsx'
import css from './quality.module.css'
import { useLateWords } from '../kit/hooks/useLateWords.ts'

const SpanCurve = lazy(() => import('./SpanCurve.tsx'))

interface ReviewDialogProps {
  title: string
  named?: string
  /** What is known of the span, as text. */
  about?: string
  /** Must be the same object for as long as the dialog is open. */
  span: StartSpan
  /** The nodes to choose from; left out: the span has its node. */
  nodes?: readonly NodeChoice[]
  zone: Zone
  mayReview: boolean
  onClose: () => void
}

/**
 * The curve of a span, whose ends may be moved, and the form of a review. Errors from the platform are shown at their
 * field; the input is kept.
 */
export function ReviewDialog({ title, named, about, span, nodes, zone, mayReview, onClose }: ReviewDialogProps) {
  const translate = useLateWords('qualityPage')
  const notify = useNotify()
  const form = useId()
  const reread = useReread()
  const lines = useShownLines(span.device)
  const leaving = useRef<Leaving>(null)
  const close = () => (leaving.current ? leaving.current.close() : onClose())
  // Initial values of the form, against which it detects changes.
  const defaultValues = useMemo(
    () => ({ from: span.from, to: span.to, nodemapid: span.nodemap, ...NO_VERDICT }),
    [span],
  )
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (values: FieldValues) => {
      const nodemap = Number(values['nodemapid'] ?? span.nodemap)
      return review(
        { device: span.device, nodemap, from: Number(values['from']), to: Number(values['to']) },
        verdictOf(values, lines.lineOf(nodemap)),
      )
    },
  })
  const send = async (values: FieldValues) => {
    if (isPending) return
    try {
      await mutateAsync(values)
    } catch (failure) {
      notify(messageOf(failure, translate), { type: 'error' })
      return failure instanceof WireError ? failure.body.errors : undefined
    }
    notify(translate('qualityPage.done'), { type: 'success' })
    if (leaving.current) leaving.current.leave()
    else onClose()
    await reread()
  }
  return (
    <Dialog
      title={title}
      named={named}
      width={860}
      onClose={close}
      closesOutside={!mayReview}
      footer={
        <>
          <Button onClick={close}>{translate(mayReview ? 'crud.cancel' : 'shell.close')}</Button>
          {mayReview && (
            <Button
              type="submit"
              form={form}
              variant="contained"
              color="primary"
              disabled={lines.isLoading}
              aria-busy={isPending}
            >
              {translate('qualityPage.submit')}
            </Button>
          )}
        </>
      }
    >
      {about && <p className={css.about}>{about}</p>}
      <Form id={form} noValidate disableInvalidFormNotification defaultValues={defaultValues} onSubmit={send}>
        {mayReview && <UnsavedChanges ref={leaving} onClose={onClose} />}
        {mayReview && <SpanFields start={span} nodes={nodes} />}
        <Looked start={span} nodes={nodes} lines={lines} zone={zone} mayReview={mayReview} />
      </Form>
    </Dialog>
  )
}

/** The curve of the form's span, the fields of the review, and earlier reviews. */
function Looked({
  start,
  nodes,
  lines,
  zone,
  mayReview,
}: {
  start: StartSpan
  nodes: readonly NodeChoice[] | undefined
  lines: ShownLines
  zone: Zone
  mayReview: boolean
}) {
  const span: NodeSpan | null = useChosenSpan(start, nodes)
  return (
    <>
      {span && (
        <Suspense fallback={<ChartSkeleton height={220} />}>
          {/* Remounted for a new span: the zoom belongs to the previous one. */}
          <SpanCurve key={`${span.nodemap} ${span.from} ${span.to}`} span={span} zone={zone} />
        </Suspense>
      )}
      {mayReview && (
        <VerdictFields isStored={!lines.isLoading && span !== null && lines.lineOf(span.nodemap) === null} />
      )}
      {span && !lines.isLoading && <Reviews span={span} lineOf={lines.lineOf} zone={zone} mayReview={mayReview} />}
    </>
  )
}
