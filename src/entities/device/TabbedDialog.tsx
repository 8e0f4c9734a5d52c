import { DialogContent, Tab, Tabs } from '@mui/material'
import { useId, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Dialog } from '../../kit/index.ts'
import css from './device.module.css'

export interface DialogTab {
  /** Name of the tab in the address, after #. */
  name: string
  label: string
  panel: ReactNode
}

interface TabbedDialogProps {
  title: string
  /** Name of the record; undefined while it is unknown. */
  named: string | undefined
  width: number
  tabs: readonly DialogTab[]
  onClose: () => void
}

/**
 * Dialog of several tabs. The open tab is in the address, so that it can be linked; the first one needs no name there.
 */
export function TabbedDialog({ title, named, width, tabs, onClose }: TabbedDialogProps) {
  const id = useId()
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const open = tabs.find(({ name }) => `#${name}` === hash) ?? tabs[0]
  const go = (name: string) =>
    void navigate({ pathname, search, hash: name === tabs[0]?.name ? '' : name }, { replace: true, state })
  return (
    <Dialog title={title} named={named} width={width} onClose={onClose} className={css.dialog} data-tabs framed>
      {tabs.length > 1 && open && (
        <Tabs
          className={css.tabs}
          value={open.name}
          onChange={(_event, name: string) => go(name)}
          variant="scrollable"
          scrollButtons={false}
          aria-label={title}
        >
          {tabs.map(({ name, label }) => (
            <Tab key={name} value={name} label={label} id={`${id}-${name}`} aria-controls={`${id}-panel`} />
          ))}
        </Tabs>
      )}
      <DialogContent
        className={css.panel}
        {...(tabs.length > 1 && open
          ? { id: `${id}-panel`, role: 'tabpanel', 'aria-labelledby': `${id}-${open.name}` }
          : {})}
      >
        {open?.panel}
      </DialogContent>
    </Dialog>
  )
}
