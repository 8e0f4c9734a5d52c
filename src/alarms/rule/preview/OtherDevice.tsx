import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { Combo } from '../../../kit/layers/Combo.tsx'
import css from '../alarm.module.css'

interface OtherDeviceProps {
  /** Devices that fired first, those with the most firings first. */
  devices: readonly { id: number; name: string }[]
  drawn: number
  onChoose: (device: number) => void
}

/** Chooses the device whose curve is drawn; nothing where there is only one. */
export function OtherDevice({ devices, drawn, onChoose }: OtherDeviceProps) {
  const late = useLateWords('ruleForm')
  if (devices.length < 2) return null
  return (
    <div className={css.other}>
      <Combo
        label={late('ruleForm.otherOf')}
        options={devices}
        value={drawn}
        onChange={(id) => id !== null && onChoose(id)}
      />
    </div>
  )
}
