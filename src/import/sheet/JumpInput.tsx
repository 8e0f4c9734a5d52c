import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import css from '../import.module.css'

/** Goes to a row by its number in the file. */
export function JumpInput({ onJump }: { onJump: (line: number) => void }) {
  const translate = useLateWords('importing')
  return (
    <label className={css.jump}>
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
