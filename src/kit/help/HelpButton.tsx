import { IconButton } from '@mui/material'
import { CircleHelp } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import css from './help.module.css'

const HelpDrawer = lazy(() => import('./HelpDrawer.tsx'))

interface HelpButtonProps {
  /** The page's route, "monitor/history"; "" for the overview. */
  topic: string
  /** The page's title. */
  name: string
  /** The help text, if the console has it; otherwise the platform is queried. */
  text?: string
}

/** Opens the help about a page. */
export function HelpButton({ topic, name, text }: HelpButtonProps) {
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
        <CircleHelp size={16} aria-hidden />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <HelpDrawer topic={topic} name={name} text={text} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
