import { Button, IconButton, Tooltip } from '@mui/material'
import { CircleHelp, Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { Resource } from '../../resources/kit/define.ts'
import { PageHeader } from '../ui/index.ts'
import { HelpPanel } from './HelpPanel.tsx'
import { useResourceWords } from './words.ts'

/** Title, help, and the one primary button where the caller may create. */
export function ListHeader({ resource, onCreate }: { resource: Resource; onCreate: (() => void) | null }) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const [help, setHelp] = useState(false)
  return (
    <PageHeader
      title={words.name}
      actions={
        onCreate && (
          <Button variant="contained" color="primary" startIcon={<Plus size={16} aria-hidden />} onClick={onCreate}>
            {translate('crud.new', { noun: words.noun })}
          </Button>
        )
      }
    >
      <Tooltip title={translate('crud.help')}>
        <IconButton size="small" aria-label={translate('crud.help')} onClick={() => setHelp(true)}>
          <CircleHelp size={16} strokeWidth={1.75} />
        </IconButton>
      </Tooltip>
      <HelpPanel resource={resource} open={help} onClose={() => setHelp(false)} />
    </PageHeader>
  )
}
