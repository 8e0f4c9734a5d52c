import { Button } from '@mui/material'
import { FileDown } from 'lucide-react'
import { useLocale } from 'react-admin'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import css from './import.module.css'
import { usualEncoding } from './template.ts'

/**
 * Saves a template to fill in: in the encoding that spreadsheets of the language expect, and in UTF-8 where that
 * differs.
 */
export function TemplateButtons({ onSave }: { onSave: (encoding: 'utf-8' | 'gb18030') => Promise<void> }) {
  const translate = useLateWords('importing')
  const usual = usualEncoding(useLocale())
  return (
    <div className={css.template}>
      <Button startIcon={<FileDown size={16} aria-hidden />} onClick={() => void onSave(usual)}>
        {translate('importing.file.template')}
      </Button>
      {usual !== 'utf-8' && (
        <Button variant="text" onClick={() => void onSave('utf-8')}>
          {translate('importing.file.templateAs')}
        </Button>
      )}
      <small>{translate('importing.file.templateHint')}</small>
    </div>
  )
}
