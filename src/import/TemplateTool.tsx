import { IconButton, Tooltip } from '@mui/material'
import { FileDown } from 'lucide-react'
import { useLocale } from 'react-admin'
import type { Resource } from '../../resources/kit/define.ts'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { usualEncoding } from './template.ts'
import { useTemplate } from './useTemplate.ts'

/** Button that saves the template of an import, beside the one that opens the import. */
export default function TemplateTool({ resource }: { resource: Resource }) {
  const translate = useLateWords('importing')
  const save = useTemplate(resource)
  const usual = usualEncoding(useLocale())
  const label = translate('importing.file.template')
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => void save(usual)}>
        <FileDown size={16} strokeWidth={1.9} />
      </IconButton>
    </Tooltip>
  )
}
