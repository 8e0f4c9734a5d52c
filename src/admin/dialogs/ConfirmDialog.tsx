import { Button, DialogActions, DialogContent } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useEffect, useId, type ReactNode } from 'react'
import { Dialog } from '../../kit/index.ts'
import formCss from '../form/form.module.css'

interface ConfirmDialogProps {
  title: string
  text: ReactNode
  /** Label of the red button. */
  confirm: string
  onConfirm: () => void
  onClose: () => void
  busy?: boolean
}

/** Asks before something is lost. The harmless button has the focus. */
export function ConfirmDialog({ title, text, confirm, onConfirm, onClose, busy = false }: ConfirmDialogProps) {
  // Nothing is disabled while the action runs: a disabled button loses the focus, and with it Escape and the keyboard
  // position stop working.
  const close = () => !busy && onClose()
  useLostEscape(close)
  const translate = useTranslate()
  const id = useId()
  return (
    <Dialog
      title={title}
      width={440}
      onClose={close}
      role="alertdialog"
      aria-describedby={`${id}-text`}
      className={formCss.confirm}
      framed
    >
      <DialogContent id={`${id}-text`}>{text}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={close}>
          {translate('crud.cancel')}
        </Button>
        <Button
          variant="contained"
          color="error"
          onClick={() => !busy && onConfirm()}
          aria-disabled={busy}
          aria-busy={busy}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Handles Escape when the focus is outside the dialog because the focused element was removed from the page. */
function useLostEscape(close: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) =>
      event.key === 'Escape' && document.activeElement === document.body && close()
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
