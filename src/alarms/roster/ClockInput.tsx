import { useState } from 'react'
import { TextBox } from '../../admin/fields/controls/basicInputs.tsx'
import { textOf, type ControlProps } from '../../admin/fields/controls/control.ts'
import { readClock } from '../../admin/fields/controls/dayInputs.tsx'

/** Input for a time of day, in the same format in every browser; 8:00 or 0800 becomes 08:00. */
export function ClockInput(control: ControlProps) {
  const { value, onChange, onBlur } = control
  const [typed, setTyped] = useState<string | null>(null)
  const settle = () => {
    if (typed !== null) onChange(readClock(typed) ?? typed)
    setTyped(null)
    onBlur()
  }
  return (
    <TextBox
      control={{
        ...control,
        value: typed ?? textOf(value),
        onChange: (text) => {
          setTyped(textOf(text))
          onChange(text)
        },
        onBlur: settle,
      }}
      inputMode="numeric"
      placeholder="HH:mm"
    />
  )
}
