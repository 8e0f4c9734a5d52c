import { Chip } from '@mui/material'
import { X } from 'lucide-react'
import css from './deviceTree.module.css'

interface ChosenDevicesProps {
  /** In the order in which they were chosen. */
  devices: readonly { id: number; name: string }[]
  disabled: boolean
  onRemove: (id: number) => void
}

/** How many are named; the others are counted (spec 2 §9). */
const MAX_TAGS = 4

/** The first of the chosen devices by their names, each to be let go of, and how many more there are. */
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
