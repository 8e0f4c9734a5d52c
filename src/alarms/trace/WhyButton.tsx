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
  /** Time of a firing, epoch ms, which the dialog offers as a moment. */
  firedAt?: number | null
  /** Shows an icon only, where many stand below each other. */
  icon?: boolean
}

/**
 * Button that explains why a rule fired over a device, or why it does not; nothing where the platform cannot tell, or
 * the caller may not see rules.
 */
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
