import { MenuItem, Select } from '@mui/material'
import { useLateWords } from '../kit/hooks/useLateWords.ts'
import { ENCODINGS, type Encoding } from './decode.ts'

/** Chooses the encoding in which a file is read. */
export function EncodingChoice({ value, onChange }: { value: Encoding; onChange: (encoding: Encoding) => void }) {
  const translate = useLateWords('importing')
  const encodings: Record<Encoding, string> = {
    'utf-8': translate('importing.encodings.utf8'),
    gb18030: translate('importing.encodings.gb18030'),
    big5: translate('importing.encodings.big5'),
    'utf-16le': translate('importing.encodings.utf16le'),
    'utf-16be': translate('importing.encodings.utf16be'),
  }
  return (
    <Select
      size="small"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      inputProps={{ 'aria-label': translate('importing.encoding') }}
    >
      {ENCODINGS.map((encoding) => (
        <MenuItem key={encoding} value={encoding}>
          {encodings[encoding]}
        </MenuItem>
      ))}
    </Select>
  )
}
