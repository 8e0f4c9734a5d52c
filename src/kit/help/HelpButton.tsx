import { IconButton } from '@mui/material'
import { CircleHelp } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import css from './help.module.css'

const HelpDrawer = lazy(() => import('./HelpDrawer.tsx'))

/** Opens the platform's help about a page without MUI. `topic` is its route, "monitor/history" ("" for the overview), `name` its title. */
export function HelpButton({ topic, name }: { topic: string; name: string }) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const label = translate('crud.help')
  return (
    <>
      <IconButton
        className={css.button}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <CircleHelp size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <HelpDrawer topic={topic} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
