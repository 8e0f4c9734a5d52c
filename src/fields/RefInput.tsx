import { Autocomplete, createFilterOptions, OutlinedInput, type AutocompleteRenderInputParams } from '@mui/material'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useMemo, useRef, type HTMLAttributes, type Key } from 'react'
import { useWatch } from 'react-hook-form'
import { resourceOf } from '../../resources/index.ts'
import { parseIds } from '../../resources/kit/access.ts'
import { Chevron } from './Chevron.tsx'
import type { ControlProps } from './control.ts'
import { FetchProblem } from './FetchProblem.tsx'
import { useFormInfo } from './formContext.ts'
import { useNames } from './names.ts'
import { choicesOf, eligible, mayBeTop, projectField, type RefChoice } from './refChoices.ts'

/** Long lists are narrowed by typing; more than these are not drawn. */
const SHOWN = 200
const filterOptions = createFilterOptions<RefChoice>({ limit: SHOWN, stringify: (choice) => choice.path })

/**
 * A record of another resource, out of its name list; in a tree the lines are indented. Where the form has a project, only that
 * project's records are offered, and one of another project is taken out when the project changes.
 */
export function RefInput(control: ControlProps<'ref'>) {
  const { id, field, value, onChange, onBlur, inputRef, disabled, invalid, describedBy } = control
  const translate = useTranslate()
  const { choices, isPending, error, refetch } = useChoices(control)
  const ids = field.many ? (Array.isArray(value) ? value.map(Number) : parseIds(String(value ?? ''))) : value === '' || value === null || value === undefined ? [] : [Number(value)]
  const chosen = ids.map((chosenId) => choices.find((choice) => choice.id === chosenId) ?? unknown(chosenId))
  const shared = {
    options: choices,
    filterOptions,
    popupIcon: <Chevron />,
    clearIcon: <X size={14} />,
    disabled,
    loading: isPending,
    loadingText: translate('shell.loading'),
    noOptionsText: translate('crud.noChoice'),
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
        inputProps={{ ...slotProps.htmlInput, id, 'aria-describedby': describedBy }}
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
        <Autocomplete<RefChoice, true> {...shared} multiple value={chosen} onChange={(_event, next) => onChange(next.map((choice) => choice.id).join(','))} />
      ) : (
        <Autocomplete<RefChoice> {...shared} value={chosen[0] ?? null} onChange={(_event, next) => onChange(next?.id ?? '')} />
      )}
      <FetchProblem error={error} onRetry={refetch} />
    </>
  )
}

/** What may be chosen now; takes out a choice that the project, once changed, no longer allows. */
function useChoices({ name, field, value, onChange }: ControlProps<'ref'>) {
  const info = useFormInfo()
  const translate = useTranslate()
  const target = resourceOf(field.to)
  const { data: rows, isPending, error, refetch } = useNames(field.to)
  const projectName = projectField(info.resource)
  const watched: unknown = useWatch({ name: projectName ?? name })
  const project = projectName === null || projectName === name || !watched ? null : Number(watched)
  const topText = translate('crud.top')
  const choices = useMemo(() => {
    const top = mayBeTop(target, name, info) && target.tree ? { id: target.tree.root, name: topText, path: topText, depth: 0 } : null
    return choicesOf(target, eligible(target, rows ?? [], project, info), top)
  }, [target, name, info, rows, project, topText])

  const before = useRef(project)
  useEffect(() => {
    if (before.current === project || !rows) return
    before.current = project
    const allowed = new Set(choices.map((choice) => choice.id))
    const kept = parseIds(String(value ?? '')).filter((id) => allowed.has(id))
    if (kept.join(',') !== String(value ?? '')) onChange(kept.length === 0 ? '' : field.many ? kept.join(',') : kept[0])
  }, [project, rows, choices, value, field.many, onChange])

  return { choices, isPending, error, refetch }
}

/** A chosen record that the caller's name list does not hold: shown by its number, so that saving does not lose it unseen. */
const unknown = (id: number): RefChoice => ({ id, name: `#${id}`, path: `#${id}`, depth: 0 })
