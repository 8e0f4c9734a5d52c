import { IconButton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useLocale, useTranslate } from 'react-admin'
import { helpText, type HelpLanguage } from '../../../dataProvider/calls/help.ts'
import { Markdown } from './Markdown.tsx'
import { usePausePolls } from '../hooks/pausePolls.ts'
import { Drawer, EmptyState, InlineError, TextSkeleton } from '../index.ts'
import css from './help.module.css'

const languages: Readonly<Record<string, HelpLanguage>> = { zhCN: 'cn', zhTW: 'tw', zhEN: 'en' }

interface HelpDrawerProps {
  topic: string
  name: string
  /** If it is left out, the platform is queried. */
  text?: string
  onClose: () => void
}

/** The help about a page, in a panel at the right: `text`, or the platform's text, loaded when the panel opens. */
export default function HelpDrawer({ topic, name, text, onClose }: HelpDrawerProps) {
  const translate = useTranslate()
  const language = languages[useLocale()] ?? 'cn'
  usePausePolls(true)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['help', language, topic],
    queryFn: () => helpText(language, topic),
    enabled: text === undefined,
    staleTime: Infinity,
    retry: false,
  })
  const title = translate('crud.helpAbout', { name })
  return (
    <Drawer label={title} side="right" onClose={onClose}>
      <header className={css.head}>
        <h2>{title}</h2>
        <IconButton aria-label={translate('shell.close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has no control of its own: without this the keyboard cannot read on (WCAG 2.1.1) */}
      <section className={css.text} aria-label={title} tabIndex={0}>
        {text !== undefined ? (
          <Markdown text={text} />
        ) : error ? (
          <InlineError error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <TextSkeleton />
        ) : data ? (
          <Markdown text={data} />
        ) : (
          <EmptyState title={translate('crud.noHelp')} />
        )}
      </section>
    </Drawer>
  )
}
