import { Button } from '@mui/material'
import { FileUp } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import css from './import.module.css'

interface FileDropProps {
  reading: boolean
  onFile: (file: File) => void
  /** Whether a file may be chosen yet; the function itself says why not. */
  mayChoose?: () => boolean
}

/** Area where a file is dropped, with a button that chooses one. */
export function FileDrop({ reading, onFile, mayChoose }: FileDropProps) {
  const translate = useLateWords('importing')
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File | undefined) => file && onFile(file)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <div
      className={css.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <FileUp size={28} strokeWidth={1.5} aria-hidden />
      <p role="status">{reading ? translate('importing.file.reading') : translate('importing.file.drop')}</p>
      <Button
        variant="contained"
        color="primary"
        onClick={() => (mayChoose?.() ?? true) && input.current?.click()}
        aria-disabled={reading}
      >
        {translate('importing.file.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv"
        hidden
        aria-label={translate('importing.file.choose')}
        onChange={(event) => {
          take(event.target.files?.[0])
          // Resets the file input, so that the same file can be chosen again after it was corrected.
          event.target.value = ''
        }}
      />
      <small>{translate('importing.file.limits')}</small>
    </div>
  )
}
