import { Button, IconButton, Tooltip } from '@mui/material'
import { MessageCircleQuestionMark } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import { mayOpen } from '../../../resources/kit/access.ts'
import { threshold } from '../../../resources/threshold.ts'
import { useCaller, useExtensions } from '../../kit/index.ts'

const TraceDialog = lazy(async () => ({ default: (await import('./TraceDialog.tsx')).TraceDialog }))

export interface WhyProps {
  rule: { id: number; name: string }
  device: { id: number; name: string }
  /** When it fired, epoch ms, to look at that moment too. */
  firedAt?: number | null
  /** An icon alone, where many stand below each other. */
  icon?: boolean
}

/** Asks why a rule fired over a device, or why it does not; nothing where the platform cannot say, or the caller may not see rules. */
export function WhyButton({ rule, device, firedAt = null, icon = false }: WhyProps) {
  const translate = useTranslate()
  const told = useExtensions()?.has('alarm-trace') === true
  const sees = mayOpen(useCaller(), threshold.menuKey)
  const [open, setOpen] = useState(false)
  if (!told || !sees) return null
  const show = () => setOpen(true)
  return (
    <>
      {icon ? (
        <Tooltip title={translate('alarms.why')}>
          <IconButton
            aria-label={translate('alarms.whyOf', { name: rule.name })}
            aria-haspopup="dialog"
            data-part="why"
            onClick={show}
          >
            <MessageCircleQuestionMark size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      ) : (
        <Button
          color="inherit"
          aria-haspopup="dialog"
          data-part="why"
          startIcon={<MessageCircleQuestionMark size={15} aria-hidden />}
          onClick={show}
        >
          {translate('alarms.why')}
        </Button>
      )}
      {open && (
        <Suspense>
          <TraceDialog rule={rule} device={device} firedAt={firedAt} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
