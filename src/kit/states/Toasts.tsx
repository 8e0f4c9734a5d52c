import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import {
  useNotificationContext,
  useTakeUndoableMutation,
  useTranslate,
  type NotificationPayload,
  type NotificationType,
} from 'react-admin'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import css from './toasts.module.css'

/**
 * react-admin's notifications: one at a time at the bottom; errors stay 8 s, what can be undone 10 s. Its change is confirmed once the toast is gone. A newer one takes the
 * place of the one in view, but for those that came at the same moment: each of them is read first.
 */
export function Toasts() {
  const translate = useTranslate()
  const { notifications, setNotifications } = useNotificationContext()
  const takeMutation = useTakeUndoableMutation()
  const [shown, setShown] = useState<NotificationPayload | null>(null)
  /** Others came with the one in view. */
  const [isRead, setRead] = useState(true)

  /** What the toast in view can undo. */
  const pending = useRef<ReturnType<typeof takeMutation>>(undefined)
  const settle = (isUndo: boolean) => {
    const mutation = pending.current
    pending.current = undefined
    mutation?.({ isUndo })
  }
  const close = (isUndo = false) => {
    settle(isUndo)
    setShown(null)
    setRead(true)
  }

  const settleBefore = useEffectEvent(settle)
  const closeLate = useEffectEvent(() => close())
  useEffect(() => {
    const [next, ...others] = notifications
    if (!next || !isRead) return
    // Not takeNotification: it writes back the list of this rendering, without what was added since.
    setNotifications((now) => now.filter((each) => each !== next))
    settleBefore(false)
    pending.current = next.notificationOptions?.undoable ? takeMutation() : undefined
    setShown(next)
    setRead(others.length === 0)
  }, [notifications, setNotifications, takeMutation, isRead])

  useEffect(() => {
    // What can be undone stays as long as that is offered.
    if (isRead || shown?.notificationOptions?.undoable) return
    const timer = setTimeout(() => setRead(true), READING)
    return () => clearTimeout(timer)
  }, [isRead, shown])

  useEffect(() => {
    if (!shown) return
    const time = shown.notificationOptions?.autoHideDuration
    if (time === null) return
    const timer = setTimeout(
      closeLate,
      time ?? (shown.notificationOptions?.undoable ? 10_000 : shown.type === 'error' ? 8000 : 4000),
    )
    return () => clearTimeout(timer)
  }, [shown])

  const Icon = icons[shown?.type ?? 'info']
  return (
    <div
      className={css.toasts}
      data-part="toasts"
      role="status"
      aria-live={shown?.type === 'error' ? 'assertive' : 'polite'}
    >
      {shown && (
        <div className={css.toast} data-type={shown.type}>
          <Icon size={16} strokeWidth={1.75} />
          <span>{textOf(shown, translate)}</span>
          {shown.notificationOptions?.undoable && (
            <button type="button" className={css.undo} onClick={() => close(true)}>
              {translate('shell.undo')}
            </button>
          )}
          <button type="button" aria-label={translate('shell.close')} onClick={() => close()}>
            <X size={14} strokeWidth={1.9} />
          </button>
        </div>
      )}
    </div>
  )
}

/** How long one of several that came together stays at least, ms. */
const READING = 2500

function textOf({ message, notificationOptions }: NotificationPayload, translate: ReturnType<typeof useTranslate>) {
  return typeof message === 'string'
    ? translate(message, { _: message, ...(notificationOptions?.messageArgs as object | undefined) })
    : message
}

const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert } satisfies Record<
  NotificationType,
  unknown
>
