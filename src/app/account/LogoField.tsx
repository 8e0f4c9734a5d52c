import { Button } from '@mui/material'
import { ImageUp } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useId, useRef } from 'react'
import { PICTURE_TYPES } from '../../admin/fields/controls/pictures.ts'
import { useUpload } from '../../admin/fields/controls/useUpload.ts'
import css from './project.module.css'
import textCss from '../../kit/text.module.css'
import controlsCss from '../../kit/controls.module.css'

interface LogoFieldProps {
  label: string
  /** Path of the stored picture; '' where there is none. */
  value: string
  problem: string | null
  onChange: (path: string) => void
}

/** The project's logo: shown, and replaceable by another picture, which is uploaded at once. */
export function LogoField({ label, value, problem, onChange }: LogoFieldProps) {
  const translate = useTranslate()
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const {
    upload,
    sent,
    problem: refused,
  } = useUpload(onChange, () => {
    // Resets the file input, so that the same file can be chosen again after a failure.
    if (file.current) file.current.value = ''
  })
  const wrong = refused ?? problem
  return (
    <div className={controlsCss.field}>
      <span className={controlsCss.fieldLabel}>{label} *</span>
      <div className={css.logo}>
        {value === '' ? (
          <ImageUp size={20} strokeWidth={1.7} aria-hidden />
        ) : (
          <img src={value} alt={translate('crud.imageOf', { field: label })} width={32} height={32} />
        )}
        <Button
          name="ico"
          size="small"
          aria-label={`${translate(value === '' ? 'crud.upload' : 'crud.replace')}: ${label}`}
          aria-describedby={wrong ? id : undefined}
          aria-disabled={sent !== null}
          onClick={() => sent === null && file.current?.click()}
        >
          {translate(sent !== null ? 'crud.uploading' : value === '' ? 'crud.upload' : 'crud.replace')}
        </Button>
        <input
          ref={file}
          type="file"
          accept={PICTURE_TYPES.join(',')}
          className={textCss.visuallyHidden}
          tabIndex={-1}
          aria-label={label}
          onChange={(event) => void upload(event.target.files?.[0])}
        />
      </div>
      {wrong && (
        <p className={controlsCss.fieldError} id={id} role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}
