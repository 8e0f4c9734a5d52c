import {
  Autocomplete,
  Chip,
  createFilterOptions,
  OutlinedInput,
  type AutocompleteRenderInputParams,
  type AutocompleteRenderValueGetItemProps,
} from '@mui/material'
import { X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { use, useMemo, useState, type HTMLAttributes, type Key, type Ref } from 'react'
import { Chevron } from '../Chevron.tsx'
import css from './combo.module.css'
import { LongList, LongListContext } from './LongList.tsx'
import { messageOf } from '../messageOf.ts'
import { PopoverHostContext } from './popoverHost.ts'
import { useMedia } from '../hooks/useMedia.ts'
import textCss from '../text.module.css'
import pickerCss from '../days/picker.module.css'

export interface ComboOption {
  id: number
  name: string
  /** A second, quieter line. */
  hint?: string
  /** In a tree: the name with its ancestors', which the closed input shows. */
  path?: string
  /** In a tree: how deep it stands, from 0. */
  depth?: number
}

interface OneChosen {
  many?: false
  value: number | null
  onChange: (id: number | null) => void
}

interface ManyChosen {
  many: true
  value: readonly number[]
  onChange: (ids: number[]) => void
}

/** All but what is chosen. */
export interface ComboBaseProps {
  /** Accessible name, and what stands there while nothing is chosen unless there is a placeholder. */
  label: string
  placeholder?: string
  /** undefined: there are none yet. */
  options: readonly ComboOption[] | undefined
  /** Some are still being asked for. */
  loading?: boolean
  /** Offers to choose nothing. */
  clearable?: boolean
  disabled?: boolean
  /** Why the options could not be had; null or nothing: they could, or are being asked for. Opening the list tries again. */
  error?: unknown
  onRetry?: () => unknown
  /** Said where there is nothing to choose. */
  none?: string
  className?: string
  /** Of many chosen at most so many are drawn, and how many more there are; all without it. */
  tags?: number
  /** As a field of a form, which has a label of its own and says itself what is wrong. */
  field?: {
    id: string
    describedBy: string | undefined
    invalid: boolean
    inputRef: Ref<HTMLInputElement>
    onBlur: () => void
  }
}

export type ComboProps = ComboBaseProps & (OneChosen | ManyChosen)

/** One out of many, or several, found by typing: MUI's Autocomplete. Of a long list only what is seen is drawn: there may be 10,000 devices. */
export function Combo(props: ComboProps) {
  const { label, options, clearable = false, disabled = false, error = null, onRetry, none, field } = props
  const translate = useTranslate()
  const { host, scale } = use(PopoverHostContext)
  const coarse = useMedia('(pointer: coarse)')
  const [moves, setMoves] = useState(0)
  const loading = props.loading ?? (options === undefined && error === null)
  const noName = loading ? '…' : error === null ? null : '—'
  const ids = props.many ? props.value : props.value === null ? [] : [props.value]
  const chosen = ids.map((id) => options?.find((option) => option.id === id) ?? { id, name: noName ?? `#${id}` })
  const isUnnamed = (option: ComboOption | undefined) => (noName !== null && option?.name === noName) || undefined
  const isLong = (options?.length ?? 0) > LONG
  const row = coarse ? 44 : options?.some(({ hint }) => hint) ? 40 : 32
  const list = useMemo(() => ({ row, moves }), [row, moves])
  const emptyText = options?.length ? translate('ui.nothing') : (none ?? translate('ui.noChoice'))
  return (
    <LongListContext value={list}>
      <Autocomplete<ComboOption, boolean, boolean>
        className={props.className ?? (field ? undefined : pickerCss.combo)}
        data-part={field || props.className ? undefined : 'combo'}
        multiple={props.many === true}
        disableCloseOnSelect={props.many === true}
        disableClearable={!clearable}
        autoHighlight
        // MUI moves to lines that are drawn: the far end of a long list is reached step by step, or by typing.
        handleHomeEndKeys={!isLong}
        disableListWrap={isLong}
        options={options ?? NONE}
        value={props.many ? chosen : (chosen[0] ?? null)}
        onChange={(_event, next) => {
          if (props.many) props.onChange([next].flat().flatMap((option) => option?.id ?? []))
          else props.onChange([next].flat()[0]?.id ?? null)
        }}
        filterOptions={filtered}
        getOptionLabel={textOf}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        disabled={disabled}
        loading={loading}
        loadingText={translate('ui.loading')}
        noOptionsText={
          error === null ? emptyText : translate('ui.choicesFailed', { reason: messageOf(error, translate) })
        }
        popupIcon={<Chevron />}
        clearIcon={<X size={14} strokeWidth={1.9} aria-hidden />}
        openText={translate('ui.openChoices')}
        closeText={translate('shell.close')}
        clearText={translate('ui.clear', { name: label })}
        onOpen={() => {
          setMoves(0)
          if (error !== null) void onRetry?.()
        }}
        onHighlightChange={(_event, _option, reason) => reason === 'keyboard' && setMoves((before) => before + 1)}
        onBlur={field?.onBlur}
        slotProps={{
          popper: {
            container: host ?? undefined,
            // A page that is drawn scaled has lists as large as itself.
            style: scale === 1 ? { minWidth: field ? undefined : WIDE } : { width: 320 * scale },
          },
          paper: { style: { zoom: scale } },
          listbox: isLong ? LONG_LIST : undefined,
        }}
        renderOption={({ key, ...line }: HTMLAttributes<HTMLLIElement> & { key: Key }, { name, hint, depth = 0 }) => (
          <li
            key={key}
            {...line}
            style={{ paddingLeft: 10 + depth * 16, ...(isLong && { height: row, minHeight: row }) }}
          >
            <span className={isLong ? textCss.ellipsis : undefined} title={isLong ? name : undefined}>
              {name}
              {hint && <small className={css.hint}>{hint}</small>}
            </span>
          </li>
        )}
        renderInput={({ slotProps }: AutocompleteRenderInputParams) => (
          <OutlinedInput
            {...slotProps.input}
            inputProps={{
              ...slotProps.htmlInput,
              ...(field ? { id: field.id } : { 'aria-label': label }),
              'aria-describedby': field?.describedBy,
              'data-unnamed': !props.many && isUnnamed(chosen[0]),
              title: props.many ? undefined : chosen[0] && textOf(chosen[0]),
            }}
            inputRef={field?.inputRef}
            fullWidth
            disabled={disabled}
            error={field?.invalid}
            placeholder={chosen.length === 0 ? (props.placeholder ?? label) : undefined}
          />
        )}
        renderValue={
          props.many
            ? (values, itemProps) => (
                <Tags
                  values={[values].flat()}
                  itemProps={itemProps as AutocompleteRenderValueGetItemProps<true>}
                  limit={props.tags}
                  isUnnamed={isUnnamed}
                />
              )
            : undefined
        }
      />
    </LongListContext>
  )
}

interface TagsProps {
  values: readonly ComboOption[]
  itemProps: AutocompleteRenderValueGetItemProps<true>
  limit: number | undefined
  isUnnamed: (option: ComboOption) => true | undefined
}

function Tags({ values, itemProps, limit = values.length, isUnnamed }: TagsProps) {
  const translate = useTranslate()
  const hidden = values.slice(limit)
  return (
    <>
      {values.slice(0, limit).map((option, index) => {
        const { key, ...item } = itemProps({ index })
        return (
          <Chip
            key={key}
            {...item}
            label={textOf(option)}
            title={textOf(option)}
            data-unnamed={isUnnamed(option)}
            deleteIcon={<X size={14} />}
          />
        )
      })}
      {hidden.length > 0 && (
        <Chip label={`+${hidden.length}`} title={hidden.map(textOf).join(translate('crud.comma'))} />
      )}
    </>
  )
}

const textOf = ({ name, path = name }: ComboOption): string => path
const filtered = createFilterOptions<ComboOption>({
  stringify: ({ hint = '', ...option }) => `${textOf(option)} ${hint}`,
})
const NONE: readonly ComboOption[] = []
/** Shorter lists are drawn whole, in lines as high as their names need. */
const LONG = 100
const LONG_LIST = { component: LongList }
/** Names are read whole even where the bar has little room for the input. */
const WIDE = 'min(320px, 100vw - 16px)'
