import { Button, IconButton } from '@mui/material'
import { Plus, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { isRecord } from '../../../../resources/kit/record.ts'
import type { ControlProps } from './control.ts'
import css from '../fields.module.css'

interface LinesProps<Line> {
  control: Pick<ControlProps, 'id' | 'disabled' | 'onBlur' | 'onChange' | 'describedBy'>
  lines: readonly Line[]
  most: number
  /** Message keys; those of a line and of its removal get its `number`. */
  words: { line: string; remove: string; add: string }
  /** Translates the texts, where they are loaded together with the component that shows them. */
  say?: ReturnType<typeof useTranslate>
  /** Returns the initial values of a new line. */
  begin: () => Line
  /** Converts a line into its form in the stored list. */
  wired?: (line: Line) => object
  children: (line: Line, at: number, set: (change: Partial<Line>) => void) => ReactNode
}

/**
 * Editor of a list of small records within one field, stored as JSON and empty without lines: one line each, added at
 * the bottom and removable.
 */
export function Lines<Line extends object>({
  control: { id, disabled, onBlur, onChange, describedBy },
  lines,
  most,
  words,
  say,
  begin,
  wired = (line) => line,
  children,
}: LinesProps<Line>) {
  const common = useTranslate()
  const translate = say ?? common
  const write = (next: readonly Line[]): void => onChange(next.length === 0 ? '' : JSON.stringify(next.map(wired)))
  return (
    <div className={css.lines} role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy}>
      {lines.map((line, at) => (
        <fieldset key={at} className={css.line} onBlur={onBlur}>
          <legend>{translate(words.line, { number: at + 1 })}</legend>
          {children(line, at, (change) => write(lines.with(at, { ...line, ...change })))}
          <IconButton
            size="small"
            disabled={disabled}
            aria-label={translate(words.remove, { number: at + 1 })}
            onClick={() => write(lines.toSpliced(at, 1))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </fieldset>
      ))}
      {lines.length < most && (
        <Button
          id={lines.length === 0 ? id : undefined}
          // The field's label points to this button, and must not replace the button's own name.
          aria-label={translate(words.add)}
          size="small"
          disabled={disabled}
          startIcon={<Plus size={14} aria-hidden />}
          onClick={() => write([...lines, begin()])}
        >
          {translate(words.add)}
        </Button>
      )}
    </div>
  )
}

/**
 * Returns the lines of a field as typed, including incomplete ones; empty where the value is not a list. `read` returns
 * null for an entry that is not a line.
 */
export function linesOf<Line>(value: unknown, read: (row: Record<string, unknown>) => Line | null): Line[] {
  try {
    const found: unknown = typeof value === 'string' && value.trim() !== '' ? JSON.parse(value) : []
    const rows: unknown[] = Array.isArray(found) ? found : []
    return rows.flatMap((row) => {
      const line = isRecord(row) ? read({ ...row }) : null
      return line === null ? [] : [line]
    })
  } catch {
    return []
  }
}
