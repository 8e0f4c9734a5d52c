import { IconButton, InputAdornment, OutlinedInput } from '@mui/material'
import { Search, X } from 'lucide-react'
import { FilterLiveForm, useInput, useTranslate } from 'react-admin'
import css from '../list.module.css'

/** Search text `q` of a list, an input of react-admin's live filter form. Escape and the clear button empty it. */
export function SearchInput({ label, placeholder = label }: { label: string; placeholder?: string }) {
  const translate = useTranslate()
  const { field } = useInput<string>({ source: 'q', defaultValue: '', parse: (text: string) => text })
  const clear = () => field.onChange('')
  return (
    <OutlinedInput
      className={css.search}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      placeholder={placeholder}
      onKeyDown={(event) => event.key === 'Escape' && field.value !== '' && clear()}
      inputProps={{ 'aria-label': label, type: 'search', enterKeyHint: 'search', maxLength: 100 }}
      startAdornment={
        <InputAdornment position="start">
          <Search size={14} aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        field.value !== '' && (
          <IconButton size="small" edge="end" aria-label={translate('crud.clear')} onClick={clear}>
            <X size={14} />
          </IconButton>
        )
      }
    />
  )
}

/** Debounce of the search, ms. */
const DEBOUNCE_MS = 300

/** Form without a line of its own, inside the bar; Enter submits at once. */
const Plain = (props: Pick<React.HTMLAttributes<HTMLFormElement>, 'onSubmit'> & { children?: React.ReactNode }) => (
  <form className={css.searchForm} {...props} />
)

/** react-admin's filter form, whose inputs filter the list as they change, inside the bar's line. */
export const LiveFilters = ({ children }: { children: React.ReactNode }) => (
  <FilterLiveForm debounce={DEBOUNCE_MS} formComponent={Plain}>
    {children}
  </FilterLiveForm>
)
