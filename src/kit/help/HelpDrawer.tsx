import { IconButton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useLocale, useTranslate } from 'react-admin'
import { helpText, type HelpLanguage } from '../../../dataProvider/help.ts'
import { Markdown } from './Markdown.tsx'
import { useHold } from '../hold.ts'
import { Drawer, EmptyState, InlineError, TextSkeleton } from '../index.ts'
import css from './help.module.css'

const languages: Readonly<Record<string, HelpLanguage>> = { zhCN: 'cn', zhTW: 'tw', zhEN: 'en' }

/** The platform's help about a page, in a panel at the right; asked for when it is opened. */
export default function HelpDrawer({ topic, name, onClose }: { topic: string; name: string; onClose: () => void }) {
  const translate = useTranslate()
  const language = languages[useLocale()] ?? 'cn'
  useHold(true)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['help', language, topic],
    queryFn: () => helpText(language, topic),
    staleTime: Infinity,
    retry: false,
  })
  const title = translate('crud.helpAbout', { name })
  return (
    <Drawer label={title} side="right" onClose={onClose}>
      <header className={css.head}>
        <h2>{title}</h2>
        <IconButton aria-label={translate('shell.close')} onClick={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </header>
      <div className={css.text}>
        {error ? (
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
