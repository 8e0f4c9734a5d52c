import { IconButton, InputAdornment, OutlinedInput } from '@mui/material'
import { Search, X } from 'lucide-react'
import { useInput, useTranslate } from 'react-admin'
import { useResourceWords } from '../../words.ts'
import { usePhone } from '../../../kit/useMedia.ts'
import { useEntity } from '../../EntityContext.tsx'

/** The search text `q` of a list, an input of react-admin's live filter form. Escape and the cross empty it. */
export function SearchInput() {
  const translate = useTranslate()
  const { resource } = useEntity()
  const words = useResourceWords(resource)
  const phone = usePhone()
  const { field } = useInput<string>({ source: 'q', defaultValue: '', parse: (text: string) => text })
  const label = translate('crud.search', { fields: words.searched })
  const clear = () => field.onChange('')
  return (
    <OutlinedInput
      className="crud-search"
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      placeholder={phone && words.searchesSeveral ? translate('crud.searchShort') : label}
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
