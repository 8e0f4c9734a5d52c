import { useTranslate } from 'ra-core'

/** Goes to a row by its number in the file. */
export function JumpInput({ onJump }: { onJump: (line: number) => void }) {
  const translate = useTranslate()
  return (
    <label className="import-jump">
      {translate('importing.jump')}
      <input
        inputMode="numeric"
        size={6}
        onKeyDown={(event) => {
          const line = Number(event.currentTarget.value)
          if (event.key !== 'Enter' || !Number.isInteger(line) || line < 1) return
          event.preventDefault()
          onJump(line)
        }}
      />
    </label>
  )
}
