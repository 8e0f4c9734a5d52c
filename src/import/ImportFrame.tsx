import type { ReactNode } from 'react'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { Dialog } from '../kit/index.ts'
import css from './import.module.css'

const STEPS = ['file', 'check', 'send'] as const

interface ImportFrameProps {
  title: string
  step: (typeof STEPS)[number]
  /** Width of the dialog once a file is chosen, px. */
  width: number
  onClose: () => void
  children: ReactNode
}

/** Dialog around an import's three steps, which shows the current one. */
export function ImportFrame({ title, step, width, onClose, children }: ImportFrameProps) {
  const translate = useLateWords('importing')
  const now = STEPS.indexOf(step)
  return (
    <Dialog
      title={title}
      width={step === 'file' ? 760 : width}
      onClose={onClose}
      closesOutside={false}
      className={css.dialog}
      data-file={step === 'file' || undefined}
      framed
    >
      <ol className={css.steps} aria-label={translate('importing.steps.label')}>
        {STEPS.map((name, at) => (
          <li key={name} aria-current={at === now ? 'step' : undefined} data-done={at < now || undefined}>
            <span aria-hidden>{at + 1}</span>
            {translate(`importing.steps.${name}`)}
          </li>
        ))}
      </ol>
      {children}
    </Dialog>
  )
}
