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
  /** The record it is about, beside the title. */
  named?: string | undefined
  /** Widest it gets, px; on a phone it fills the screen. */
  width?: number
  /** Fills the whole window. */
  full?: boolean
  onClose: () => void
  /** A click beside it closes it: not where work would be lost by it. */
  closesOutside?: boolean
  /** Beside the close button. */
  tools?: ReactNode
  /** Stays in sight below the body. */
  footer?: ReactNode
  /** The children bring DialogContent and DialogActions along, as a form does around both. */
  framed?: boolean
  /** Has no head to be seen: the children are all there is, and the title is but its name. */
  bare?: boolean
  children: ReactNode
}

/**
 * The dialog of the product: MUI's, with a head. It keeps the focus inside, closes with Escape and gives the focus back; what has `autoFocus` takes it
 * first, else the close button. Draw it only while it is open. Pages that poll hold themselves back with usePausePolls while they draw one.
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
        // An id of its own: MUI would give it the heading's, and the name of the dialog would end with its buttons.
        <DialogTitle component="div" id={`${heading}-head`}>
          <h2 id={heading} className={css.title}>
            {/* A long one is cut; what it says whole is known only once it is drawn. */}
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
