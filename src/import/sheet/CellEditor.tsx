import { useId, useRef, type KeyboardEvent } from 'react'
import { useLabel } from '../../admin/fields/useLabel.ts'
import type { Sheet, SheetRow } from './sheet.ts'
import { resourceOf } from '../../../resources/index.ts'
import { isSuper } from '../../../resources/kit/access.ts'
import type { Label } from '../../../resources/kit/define.ts'
import { projectField } from '../../admin/fields/controls/refChoices.ts'
import { inProject } from './readCell.ts'
import css from '../import.module.css'

interface CellEditorProps {
  sheet: Sheet
  row: SheetRow
  field: string
  label: string
  onCommit: (text: string | null, by: readonly [number, number]) => void
}

/**
 * Input in a cell: Enter keeps the text and moves down, Tab keeps it and moves on, Esc restores the former text; blur
 * keeps the text.
 */
export function CellEditor({ sheet, row, field, label, onCommit }: CellEditorProps) {
  const pick = useLabel()
  const list = useId()
  const done = useRef(false)
  const suggestions = suggestionsOf(sheet, row, field, pick)
  const end = (text: string | null, by: readonly [number, number]) => {
    if (done.current) return
    done.current = true
    onCommit(text, by)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    // Enter also ends the composition of an input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') end(event.currentTarget.value, [1, 0])
    else if (event.key === 'Tab') end(event.currentTarget.value, [0, event.shiftKey ? -1 : 1])
    else if (event.key === 'Escape') end(null, [0, 0])
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        className={css.input}
        autoFocus
        aria-label={label}
        defaultValue={sheet.text(row, field)}
        list={suggestions.length > 0 ? list : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
        onBlur={(event) => end(event.currentTarget.value, [0, 0])}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** Maximum number of suggestions; more would slow down the browser's list. */
const MAX_CHOICES = 300

/** Returns the possible texts of a cell, in the current language; empty where any text is possible. */
export function suggestionsOf(sheet: Sheet, row: SheetRow, name: string, pick: (label: Label) => string): string[] {
  const { resource, lookups, caller } = sheet
  const field = resource.fields[name]
  if (field?.type === 'choice') return field.options.map(({ label }) => pick(label))
  if (field?.type === 'dict') return (lookups.words.get(field.dict) ?? []).map(({ label }) => pick(label))
  if (field?.type !== 'ref') return []
  const owner = projectField(resource)
  const project =
    owner === null || owner === name
      ? null
      : isSuper(caller)
        ? Number(sheet.judged(row).values[owner]) || null
        : caller.project_id
  const target = resourceOf(field.to)
  const index = lookups.refs.get(field.to)
  return [...(index?.shown ?? [])]
    .filter(([id]) => inProject(index, target, id, project))
    .slice(0, MAX_CHOICES)
    .map(([, text]) => text)
}
