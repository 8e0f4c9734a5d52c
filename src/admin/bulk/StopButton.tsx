import { Square } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { BulkSlotProps } from '../fields/slotProps.ts'
import { StateButton } from './StateButton.tsx'

/** Stops the selected devices. */
export default function StopButton(props: BulkSlotProps) {
  const translate = useTranslate()
  return (
    <StateButton
      {...props}
      state={1}
      label={translate('crud.bulk.stop')}
      icon={<Square size={14} aria-hidden />}
      success="crud.bulk.stopSuccess"
      confirms
    />
  )
}
