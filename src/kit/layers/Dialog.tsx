import {
  Dialog as MuiDialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  type DialogProps as MuiDialogProps,
} from '@mui/material'
import { X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useId, type ReactNode } from 'react'
import css from './dialog.module.css'
import { useGiveBack } from './focus.ts'
import textCss from '../text.module.css'

export interface DialogProps extends Pick<MuiDialogProps, 'className' | 'role' | 'aria-describedby'> {
  title: ReactNode
  /** The record the dialog is about, shown beside the title. */
  named?: string | undefined
  /** Maximum width, px; on a phone the dialog fills the screen. */
  width?: number
  /** Fills the whole window. */
  full?: boolean
  onClose: () => void
  /** Whether a click outside closes it: not where that would lose work. */
  closesOutside?: boolean
  /** Beside the close button. */
  tools?: ReactNode
  /** Stays visible below the body. */
  footer?: ReactNode
  /** The children contain DialogContent and DialogActions, as a form does that wraps both. */
  framed?: boolean
  /** No visible head: the children are the whole content, and the title is only the accessible name. */
  bare?: boolean
  children: ReactNode
}

/**
 * The product's dialog: MUI's, with a head. It traps the focus, closes with Escape and returns the focus; initially an
 * element with `autoFocus` has it, else the close button. Render it only while it is open. Pages that poll pause with
 * usePausePolls meanwhile.
 */
export default function Dialog({
  title,
  named,
  width = 600,
  full = false,
  onClose,
  closesOutside = true,
  tools,
  footer,
  framed = false,
  bare = false,
  children,
  ...props
}: DialogProps) {
  const translate = useTranslate()
  const heading = useId()
  useGiveBack()
  return (
    <MuiDialog
      {...props}
      open
      fullWidth
      maxWidth={false}
      disableRestoreFocus
      aria-labelledby={heading}
      onClose={(_event, reason) => (closesOutside || reason !== 'backdropClick') && onClose()}
      slotProps={{ paper: { sx: full ? FULL : { maxWidth: { sm: width } } } }}
    >
      {bare ? (
        <h2 id={heading} className={textCss.visuallyHidden}>
          {title}
        </h2>
      ) : (
        // An id of its own: MUI would assign the heading's id, and the dialog's accessible name would end with its
        // buttons.
        <DialogTitle component="div" id={`${heading}-head`}>
          <h2 id={heading} className={css.title}>
            {/* A long name is cut; its full text is known only after rendering. */}
            <span onPointerEnter={({ currentTarget }) => (currentTarget.title = currentTarget.textContent)}>
              {title}
            </span>
            {named !== undefined && ' '}
            {named !== undefined && (
              <span className={css.named} title={named}>
                {named}
              </span>
            )}
          </h2>
          {tools}
          <IconButton autoFocus aria-label={translate('shell.close')} onClick={onClose}>
            <X size={16} aria-hidden />
          </IconButton>
        </DialogTitle>
      )}
      {framed || bare ? children : <DialogContent>{children}</DialogContent>}
      {footer && <DialogActions>{footer}</DialogActions>}
    </MuiDialog>
  )
}

const FULL = { height: { sm: 'calc(100% - 48px)' } }
