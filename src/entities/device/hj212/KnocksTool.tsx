import { Button } from '@mui/material'
import { RadioTower } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Suspense } from 'react'
import type { ToolSlotProps } from '../../../admin/fields/slotProps.ts'
import { chunk } from '../../../kit/index.ts'
import { useStations } from './useStations.ts'

const KnocksDialog = chunk(() => import('./KnocksDialog.tsx'))

/** "Refused stations" above the devices, on a platform that accepts stations; its dialog is at …/knocks. */
export function KnocksTool({ resource, open, onOpen, onClose }: ToolSlotProps) {
  const translate = useTranslate()
  if (!useStations()) return null
  return (
    <>
      <Button
        startIcon={<RadioTower size={16} aria-hidden />}
        onPointerEnter={KnocksDialog.preload}
        onFocus={KnocksDialog.preload}
        onClick={onOpen}
      >
        {translate('hj212.knocks')}
      </Button>
      {open && (
        <Suspense>
          <KnocksDialog resource={resource} onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}
