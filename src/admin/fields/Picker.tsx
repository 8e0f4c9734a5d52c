import {
  Autocomplete,
  Chip,
  createFilterOptions,
  OutlinedInput,
  type AutocompleteRenderInputParams,
  type AutocompleteRenderValueGetItemProps,
  type FilterOptionsState,
} from '@mui/material'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { HTMLAttributes, Key, ReactNode } from 'react'
import { parseIds } from '../../../resources/kit/access.ts'
import { Chevron } from './Chevron.tsx'
import type { ControlProps } from './control.ts'
import { FetchProblem } from './FetchProblem.tsx'
import type { RefChoice } from './refChoices.ts'

/** Long lists are narrowed by typing; more than these are not drawn, and the last line says how many. */
const SHOWN = 200
const filtered = createFilterOptions<RefChoice>({ stringify: (choice) => choice.path })
/** No record: the line that counts what is not drawn. */
const MORE = -1

export interface PickerProps {
  control: ControlProps<'ref'>
  choices: readonly RefChoice[]
  loading: boolean
  error: Error | null
  onRetry: () => unknown
  /** Said where there is nothing to choose. */
  none?: string
  /** Of many chosen at most so many are drawn, and how many more there are; all without it. */
  tags?: number
}

/** Records out of a list: one, or several where the field holds many (as comma-joined ids). */
export function Picker({ control, choices, loading, error, onRetry, none, tags = Infinity }: PickerProps) {
  const { id, field, value, onChange, onBlur, inputRef, disabled, invalid, describedBy } = control
  const translate = useTranslate()
  const noName = loading ? '…' : error ? '—' : null
  const chosen = chosenIds(field.many === true, value).map(
    (chosenId) => choices.find((choice) => choice.id === chosenId) ?? unknown(chosenId, noName ?? `#${chosenId}`),
  )
  const isUnnamed = (choice: RefChoice | undefined) => (noName !== null && choice?.path === noName) || undefined
  const shared = {
    options: choices,
    filterOptions: (options: RefChoice[], state: FilterOptionsState<RefChoice>): RefChoice[] => {
      const found = filtered(options, state)
      const text = translate('crud.moreChoices', { count: found.length - SHOWN })
      return found.length > SHOWN ? [...found.slice(0, SHOWN), { id: MORE, name: text, path: text, depth: 0 }] : found
    },
    getOptionDisabled: (choice: RefChoice) => choice.id === MORE,
    popupIcon: <Chevron />,
    clearIcon: <X size={14} />,
    disabled,
    loading,
    loadingText: translate('shell.loading'),
    noOptionsText: none ?? translate('crud.noChoice'),
    openText: translate('crud.openChoices'),
    closeText: translate('shell.close'),
    clearText: translate('crud.clear'),
    getOptionLabel: (choice: RefChoice) => choice.path,
    getOptionKey: (choice: RefChoice) => choice.id,
    isOptionEqualToValue: (a: RefChoice, b: RefChoice) => a.id === b.id,
    onBlur,
    renderOption: ({ key, ...option }: HTMLAttributes<HTMLLIElement> & { key: Key }, choice: RefChoice) => (
      <li key={key} {...option} style={{ paddingLeft: 10 + choice.depth * 16 }}>
        {choice.name}
      </li>
    ),
    renderInput: ({ slotProps }: AutocompleteRenderInputParams) => (
      <OutlinedInput
        {...slotProps.input}
        inputProps={{
          ...slotProps.htmlInput,
          id,
          'aria-describedby': describedBy,
          'data-unnamed': !field.many && isUnnamed(chosen[0]),
          title: field.many ? undefined : chosen[0]?.path,
        }}
        inputRef={inputRef}
        fullWidth
        disabled={disabled}
        error={invalid}
        placeholder={chosen.length === 0 ? translate('crud.choose') : undefined}
      />
    ),
  }
  return (
    <>
      {field.many ? (
        <Autocomplete<RefChoice, true>
          {...shared}
          multiple
          disableCloseOnSelect
          value={chosen}
          onChange={(_event, next) => onChange(next.map((choice) => choice.id).join(','))}
          renderValue={(values, itemProps) => (
            <Tags values={values} itemProps={itemProps} limit={tags} isUnnamed={isUnnamed} />
          )}
        />
      ) : (
        <Autocomplete<RefChoice, false, boolean>
          {...shared}
          disableClearable={field.required === true}
          value={chosen[0] ?? null}
          onChange={(_event, next) => onChange(next?.id ?? '')}
        />
      )}
      <FetchProblem error={error} onRetry={onRetry} />
    </>
  )
}

interface TagsProps {
  values: readonly RefChoice[]
  itemProps: AutocompleteRenderValueGetItemProps<true>
  limit: number
  isUnnamed: (choice: RefChoice) => true | undefined
}

function Tags({ values, itemProps, limit, isUnnamed }: TagsProps): ReactNode {
  const translate = useTranslate()
  const hidden = values.slice(limit)
  return (
    <>
      {values.slice(0, limit).map((choice, index) => {
        const { key, ...item } = itemProps({ index })
        return (
          <Chip
            key={key}
            {...item}
            label={choice.path}
            title={choice.path}
            data-unnamed={isUnnamed(choice)}
            deleteIcon={<X size={14} />}
          />
        )
      })}
      {hidden.length > 0 && (
        <Chip label={`+${hidden.length}`} title={hidden.map((choice) => choice.path).join(translate('crud.comma'))} />
      )}
    </>
  )
}

function chosenIds(many: boolean, value: unknown): number[] {
  if (many) return Array.isArray(value) ? value.map(Number) : parseIds(String(value ?? ''))
  return value === '' || value === null || value === undefined ? [] : [Number(value)]
}

/** A chosen record that the choices do not hold: shown, by its number where it has no name, so that saving does not lose it unseen. */
function unknown(id: number, name: string): RefChoice {
  return { id, name, path: name, depth: 0 }
}
