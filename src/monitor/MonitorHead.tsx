import { IconButton } from '@mui/material'
import { LayoutGrid, Rows3, Search } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { PageHeader, Segment } from '../kit/index.ts'
import type { Layout } from './monitorParams.ts'
import css from './monitor.module.css'

interface MonitorHeadProps {
  phone: boolean
  /** The area picker, which replaces the title on a phone. */
  picker: ReactNode
  /** The switch between list, map and video. */
  modes: ReactNode
  /** How fresh the page is, or which past moment it shows. */
  status: ReactNode
  isList: boolean
  layout: Layout
  onLayout: (layout: Layout) => void
  /** On a phone: the search field is open. */
  searching: boolean
  onSearching: (searching: boolean) => void
}

/** The head of the live page. */
export function MonitorHead(props: MonitorHeadProps) {
  const { phone, picker, modes, status, isList, layout, onLayout, searching, onSearching } = props
  const translate = useTranslate()
  const help = <HelpButton topic="monitor/data" name={translate('monitor.title')} />
  if (phone)
    return (
      <header className={css.phoneHead}>
        {picker}
        {isList && (
          <IconButton
            className={css.headButton}
            aria-label={translate('monitor.search.label')}
            aria-expanded={searching}
            onClick={() => onSearching(!searching)}
          >
            <Search size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        )}
        {status}
        {help}
        <div className={css.modes}>{modes}</div>
      </header>
    )
  return (
    <PageHeader
      title={translate('monitor.title')}
      actions={
        <>
          {status}
          {isList && (
            <Segment
              label={translate('monitor.layout.label')}
              iconsOnly
              value={layout}
              onChange={onLayout}
              options={[
                { value: 'cards', label: translate('monitor.layout.cards'), icon: <LayoutGrid /> },
                { value: 'rows', label: translate('monitor.layout.rows'), icon: <Rows3 /> },
              ]}
            />
          )}
        </>
      }
    >
      {help}
      {modes}
    </PageHeader>
  )
}
