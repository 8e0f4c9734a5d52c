import { Play } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { BulkSlotProps } from '../fields/slotProps.ts'
import { StateButton } from './StateButton.tsx'

/** Starts the selected devices. */
export default function StartButton(props: BulkSlotProps) {
  const translate = useTranslate()
  return (
    <StateButton
      {...props}
      state={0}
      label={translate('crud.bulk.start')}
      icon={<Play size={14} aria-hidden />}
      success="crud.bulk.startSuccess"
    />
  )
}
