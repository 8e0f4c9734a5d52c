import { Button } from '@mui/material'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { Menu, MenuItem } from '../../../kit/index.ts'
import css from '../alarm.module.css'

interface OtherDeviceProps {
  /** Those that fired first, most often first. */
  devices: readonly { id: number; name: string }[]
  drawn: number
  onChoose: (device: number) => void
}

/** Chooses whose curve is drawn; nothing where there is but one device. */
export function OtherDevice({ devices, drawn, onChoose }: OtherDeviceProps) {
  const late = useLateWords('ruleForm')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (devices.length < 2) return null
  return (
    <>
      <Button
        size="small"
        color="inherit"
        className={css.other}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<ChevronDown size={12} aria-hidden />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {late('ruleForm.other')}
      </Button>
      {anchor && (
        <Menu anchor={anchor} label={late('ruleForm.otherOf')} side="below" onClose={() => setAnchor(null)}>
          {devices.map(({ id, name }) => (
            <MenuItem
              key={id}
              selected={id === drawn}
              aria-current={id === drawn || undefined}
              onClick={() => {
                setAnchor(null)
                onChoose(id)
              }}
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
