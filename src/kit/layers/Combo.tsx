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
  /** A second line in a less prominent style. */
  hint?: string
  /** In a tree: the name with its ancestors', shown in the closed input. */
  path?: string
  /** In a tree: depth, counted from 0. */
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

/** All props except the choice. */
export interface ComboBaseProps {
  /** Accessible name, and the placeholder while nothing is chosen, unless `placeholder` is set. */
  label: string
  placeholder?: string
  /** undefined: not loaded yet. */
  options: readonly ComboOption[] | undefined
  /** More options are loading. */
  loading?: boolean
  /** Offers to clear the choice. */
  clearable?: boolean
  disabled?: boolean
  /** Why the options could not be loaded; null or left out: no error. Opening the list retries. */
  error?: unknown
  onRetry?: () => unknown
  /** Shown if there are no options. */
  none?: string
  className?: string
  /** Maximum number of chosen options shown, followed by the number of the others; left out: all are shown. */
  tags?: number
  /** Set inside a form field, which has its own label and error message. */
  field?: {
    id: string
    describedBy: string | undefined
    invalid: boolean
    inputRef: Ref<HTMLInputElement>
    onBlur: () => void
  }
}

export type ComboProps = ComboBaseProps & (OneChosen | ManyChosen)

/**
 * A searchable choice of one or several options: MUI's Autocomplete. A long list renders only its visible lines: there
 * may be 10,000 devices.
 */
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
        // MUI can only move to rendered lines: the far end of a long list is reached step by step, or by typing.
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
            // On a scaled page the list is scaled with the page.
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
/** Lists up to this length are rendered completely, with lines as high as their names need. */
const LONG = 100
const LONG_LIST = { component: LongList }
/** Long names are readable even if the input is narrow. */
const WIDE = 'min(320px, 100vw - 16px)'
