import { Button } from '@mui/material'
import { RadioTower } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Suspense } from 'react'
import type { ToolSlotProps } from '../../../admin/fields/slotProps.ts'
import { chunk } from '../../../kit/index.ts'
import { useStations } from './useStations.ts'

const RefusedStationsDialog = chunk(() => import('./RefusedStationsDialog.tsx'))

/** "Refused stations" above the devices, on a platform that accepts stations; its dialog is at …/knocks. */
export function RefusedStationsTool({ resource, open, onOpen, onClose }: ToolSlotProps) {
  const translate = useTranslate()
  if (!useStations()) return null
  return (
    <>
      <Button
        startIcon={<RadioTower size={16} aria-hidden />}
        onPointerEnter={RefusedStationsDialog.preload}
        onFocus={RefusedStationsDialog.preload}
        onClick={onOpen}
      >
        {translate('hj212.knocks')}
      </Button>
      {open && (
        <Suspense>
          <RefusedStationsDialog resource={resource} onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}
