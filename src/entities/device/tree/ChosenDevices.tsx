import { Chip } from '@mui/material'
import { X } from 'lucide-react'
import css from './deviceTree.module.css'

interface ChosenDevicesProps {
  /** In the order in which they were chosen. */
  devices: readonly { id: number; name: string }[]
  disabled: boolean
  onRemove: (id: number) => void
}

/** Number of devices that are named; the rest are counted (spec 2 §9). */
const MAX_TAGS = 4

/** The first chosen devices by name, each with a button that removes it, and how many more there are. */
export function ChosenDevices({ devices, disabled, onRemove }: ChosenDevicesProps) {
  const more = devices.length - MAX_TAGS
  return (
    <div className={css.tags} data-part="tags">
      {devices.slice(0, MAX_TAGS).map(({ id, name }) => (
        <Chip
          key={id}
          label={name}
          title={name}
          onDelete={disabled ? undefined : () => onRemove(id)}
          deleteIcon={<X size={14} />}
        />
      ))}
      {more > 0 && <Chip label={`+${more}`} />}
    </div>
  )
}
