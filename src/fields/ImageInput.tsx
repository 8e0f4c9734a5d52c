import { Button } from '@mui/material'
import { Trash2, Upload } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef, useState, type ChangeEvent } from 'react'
import { uploadImage } from '../../dataProvider/http.ts'
import { textOf, type ControlProps } from './control.ts'

const LARGEST = 5 * 1024 * 1024
const TYPES = ['image/png', 'image/jpeg', 'image/gif']

/** A picture: uploaded at once, stored as the path it is served under. */
export function ImageInput({ id, value, onChange, onBlur, inputRef, disabled, invalid, describedBy, label }: ControlProps<'image'>) {
  const translate = useTranslate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const file = useRef<HTMLInputElement | null>(null)
  const path = textOf(value)

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const picture = event.target.files?.[0]
    event.target.value = ''
    if (!picture) return
    if (!TYPES.includes(picture.type)) return setProblem('error.rule.image')
    if (picture.size > LARGEST) return setProblem('error.tooLarge')
    setBusy(true)
    setProblem(null)
    try {
      onChange(await uploadImage(picture))
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : 'error.server')
    } finally {
      setBusy(false)
      onBlur()
    }
  }

  const attach = (element: HTMLInputElement | null) => {
    file.current = element
    if (typeof inputRef === 'function') inputRef(element)
  }

  return (
    <>
      <div className="field-image" data-invalid={invalid || undefined}>
        {path !== '' && <img src={path} alt={label} />}
        <Button startIcon={<Upload size={16} aria-hidden />} disabled={disabled} loading={busy} onClick={() => file.current?.click()} aria-describedby={describedBy}>
          {translate(path === '' ? 'crud.upload' : 'crud.replace')}
        </Button>
        {path !== '' && !disabled && (
          <Button variant="text" startIcon={<Trash2 size={16} aria-hidden />} onClick={() => onChange('')}>
            {translate('crud.clear')}
          </Button>
        )}
        <input id={id} ref={attach} type="file" accept={TYPES.join(',')} className="visually-hidden" tabIndex={-1} onChange={(event) => void choose(event)} />
      </div>
      {problem && (
        <p className="field-error" role="alert">
          {translate(problem, { _: problem })}
        </p>
      )}
    </>
  )
}
