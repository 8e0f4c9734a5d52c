import { Button, LinearProgress } from '@mui/material'
import { ImageUp, Trash2, Upload } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef, useState, type DragEvent } from 'react'
import textCss from '../../../kit/text.module.css'
import { textOf, type ControlProps } from './control.ts'
import { PICTURE_TYPES } from './pictures.ts'
import { useUpload } from './useUpload.ts'
import css from '../fields.module.css'

/**
 * Input for a picture: chosen or dropped, checked before it is sent, uploaded at once, and stored as the path it is
 * served under.
 */
export function ImageInput({
  id,
  value,
  onChange,
  onBlur,
  inputRef,
  disabled,
  invalid,
  describedBy,
  label,
}: ControlProps<'image'>) {
  const translate = useTranslate()
  const [over, setOver] = useState(false)
  const file = useRef<HTMLInputElement | null>(null)
  const path = textOf(value)
  const { upload, sent, problem } = useUpload(onChange, onBlur)
  const busy = sent !== null

  const attach = (element: HTMLInputElement | null) => {
    file.current = element
    if (typeof inputRef === 'function') inputRef(element)
  }
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(inside && !disabled)
  }
  const drop = (event: DragEvent) => {
    drag(false)(event)
    if (!disabled && !busy) void upload(event.dataTransfer.files[0])
  }
  return (
    <>
      <div
        className={css.image}
        data-invalid={invalid || undefined}
        data-over={over || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
      >
        {path === '' ? (
          <span className={css.imageNone} aria-hidden>
            <ImageUp size={16} strokeWidth={1.75} />
          </span>
        ) : (
          <a href={path} target="_blank" rel="noreferrer">
            <img src={path} alt={translate('crud.imageOf', { field: label })} />
          </a>
        )}
        <div className={css.imageBody}>
          <span className={css.imageActions}>
            <Button
              size="small"
              startIcon={<Upload size={14} aria-hidden />}
              disabled={disabled}
              aria-disabled={busy}
              onClick={() => busy || file.current?.click()}
              aria-label={`${translate(path === '' ? 'crud.upload' : 'crud.replace')}: ${label}`}
              aria-describedby={describedBy}
            >
              {translate(path === '' ? 'crud.upload' : 'crud.replace')}
            </Button>
            {path !== '' && !disabled && (
              <Button
                size="small"
                variant="text"
                startIcon={<Trash2 size={14} aria-hidden />}
                aria-label={`${translate('crud.clear')}: ${label}`}
                onClick={() => onChange('')}
              >
                {translate('crud.clear')}
              </Button>
            )}
          </span>
          {busy ? (
            <LinearProgress
              variant={sent < 1 ? 'determinate' : 'indeterminate'}
              value={sent * 100}
              aria-label={translate('crud.uploading')}
            />
          ) : (
            <span className={css.imageHint}>{translate('crud.drop')}</span>
          )}
        </div>
        <input
          id={id}
          ref={attach}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          className={textCss.visuallyHidden}
          tabIndex={-1}
          onChange={(event) => {
            const picture = event.target.files?.[0]
            void upload(picture).then(() => {
              // Resets the file input, so that the same file can be chosen again after a failure.
              if (file.current) file.current.value = ''
            })
          }}
        />
      </div>
      {problem && (
        <p className={css.error} data-part="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
