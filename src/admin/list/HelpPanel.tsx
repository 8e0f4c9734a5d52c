import { Drawer, IconButton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useLocale, useTranslate } from 'react-admin'
import { helpText, type HelpLanguage } from '../../../dataProvider/calls/help.ts'
import type { Resource } from '../../../resources/kit/define.ts'
import { useLabel } from '../fields/useLabel.ts'
import { EmptyState, InlineError, TextSkeleton } from '../../kit/index.ts'
import { Markdown } from '../../kit/help/Markdown.tsx'
import { useResourceWords } from '../words.ts'
import css from './list.module.css'

const languages: Readonly<Record<string, HelpLanguage>> = { zhCN: 'cn', zhTW: 'tw', zhEN: 'en' }

/** The help about a screen, in a panel at the side: what its definition says, else the platform's, asked for when it is opened. */
export default function HelpPanel({
  resource,
  open,
  onClose,
}: {
  resource: Resource
  open: boolean
  onClose: () => void
}) {
  const translate = useTranslate()
  const words = useResourceWords(resource)
  const pick = useLabel()
  const language = languages[useLocale()] ?? 'cn'
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['help', language, resource.path],
    queryFn: () => helpText(language, resource.path),
    enabled: open && !resource.help,
    staleTime: Infinity,
    retry: false,
  })
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { className: css.help, 'aria-labelledby': 'crud-help-title', role: 'dialog' } }}
    >
      <header className={css.helpHead}>
        <h2 id="crud-help-title">{translate('crud.helpAbout', { name: words.name })}</h2>
        <IconButton size="small" aria-label={translate('shell.close')} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </header>
      <div className={css.helpText}>
        {resource.help ? (
          <Markdown text={pick(resource.help)} />
        ) : error ? (
          <InlineError error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <TextSkeleton />
        ) : data ? (
          <Markdown text={data} />
        ) : (
          <EmptyState title={translate('crud.noHelp')} />
        )}
      </div>
    </Drawer>
  )
}
