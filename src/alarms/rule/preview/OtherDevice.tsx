import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { Combo } from '../../../kit/layers/Combo.tsx'
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
