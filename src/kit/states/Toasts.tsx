import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import {
  useNotificationContext,
  useTakeUndoableMutation,
  useTranslate,
  type NotificationPayload,
  type NotificationType,
} from 'react-admin'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import css from './toasts.module.css'

/** A notification with its undo function. */
interface Shown {
  key: number
  notice: NotificationPayload
  mutation: ReturnType<ReturnType<typeof useTakeUndoableMutation>>
}

/** Maximum number of visible toasts; an older one that can still be undone reappears when a newer one closes. */
const MAX_SHOWN = 4

/**
 * Shows react-admin's notifications at the bottom, the newest lowest; errors stay 8 s. An undoable one stays for its
 * own 10 s whatever follows, unless its option `isOver` reports, when the next one arrives, that nothing is left to
 * undo; its change is confirmed when the toast closes. Of all others one is visible at a time: a newer one replaces it,
 * but notifications that arrived together are each shown long enough to be read.
 */
export function Toasts() {
  const { notifications, setNotifications } = useNotificationContext()
  const takeMutation = useTakeUndoableMutation()
  const [shown, setShown] = useState<readonly Shown[]>([])
  /** False while notifications that arrived with the visible one wait until it has been read. */
  const [isRead, setRead] = useState(true)
  const count = useRef(0)

  const close = (gone: readonly Shown[], isUndo = false) => {
    for (const { mutation } of gone) mutation?.({ isUndo })
    setShown((now) => now.filter((each) => !gone.includes(each)))
    if (!gone.every(({ notice }) => isUndoable(notice))) setRead(true)
  }
  const show = useEffectEvent((notice: NotificationPayload) => {
    const undoable = isUndoable(notice)
    const mutation = undoable ? takeMutation() : undefined
    close(shown.filter(({ notice: before }) => (isUndoable(before) ? isOver(before) : !undoable)))
    count.current += 1
    const key = count.current
    setShown((now) => [...now, { key, notice, mutation }])
  })
  useEffect(() => {
    // Undoable notifications do not wait: their time is running.
    const next = notifications.find(isUndoable) ?? (isRead ? notifications[0] : undefined)
    if (!next) return
    // Not takeNotification: it writes back the list of this render, without what was added since.
    setNotifications((now) => now.filter((each) => each !== next))
    show(next)
    if (!isUndoable(next)) setRead(notifications.length === 1)
  }, [notifications, setNotifications, isRead])

  useEffect(() => {
    if (isRead) return
    const timer = setTimeout(() => setRead(true), READING)
    return () => clearTimeout(timer)
  }, [isRead])

  return (
    <div
      className={css.toasts}
      data-part="toasts"
      role="status"
      aria-live={shown.at(-1)?.notice.type === 'error' ? 'assertive' : 'polite'}
      // Only new toasts are announced, not the whole list.
      aria-atomic={false}
    >
      {shown.map((each, at) => (
        <Toast
          key={each.key}
          notice={each.notice}
          hidden={at < shown.length - MAX_SHOWN}
          onClose={(isUndo) => close([each], isUndo)}
        />
      ))}
    </div>
  )
}

interface ToastProps {
  notice: NotificationPayload
  hidden: boolean
  onClose: (isUndo?: boolean) => void
}

function Toast({ notice, hidden, onClose }: ToastProps) {
  const translate = useTranslate()
  const id = useId()
  const { type, notificationOptions } = notice
  const undoable = isUndoable(notice)
  const { autoHideDuration = undoable ? 10_000 : type === 'error' ? 8000 : 4000 } = notificationOptions ?? {}
  const closeLate = useEffectEvent(() => onClose())
  useEffect(() => {
    if (autoHideDuration === null) return
    const timer = setTimeout(closeLate, autoHideDuration)
    return () => clearTimeout(timer)
  }, [autoHideDuration])

  const Icon = icons[type]
  return (
    <div className={css.toast} data-type={type} hidden={hidden}>
      <Icon size={16} />
      <span id={id}>{textOf(notice, translate)}</span>
      {undoable && (
        <button type="button" className={css.undo} data-part="undo" aria-describedby={id} onClick={() => onClose(true)}>
          {translate('shell.undo')}
        </button>
      )}
      <button type="button" aria-label={translate('shell.close')} onClick={() => onClose()}>
        <X size={14} strokeWidth={1.9} />
      </button>
    </div>
  )
}

const isUndoable = ({ notificationOptions }: NotificationPayload): boolean => notificationOptions?.undoable === true

const isOver = ({ notificationOptions }: NotificationPayload): boolean =>
  (notificationOptions?.['isOver'] as (() => boolean) | undefined)?.() === true

/** Minimum display time of each of several notifications that arrived together, ms. */
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
