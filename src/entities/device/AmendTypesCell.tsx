import { clsx } from 'clsx'
import { parseIds } from '../../../resources/kit/access.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { useWords } from '../../admin/fields/words.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'

/** When a value is amended, in words. */
export function AmendTypesCell({ value }: CellProps) {
  const pick = useLabel()
  const { data = [] } = useWords('DeviceAiAmendType')
  const text = parseIds(String(value ?? '')).map((type) => {
    const word = data.find((candidate) => candidate.value === type)
    return word ? pick(word.label) : String(type)
  })
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={text.join(', ')}>
      {text.join(', ') || '—'}
    </span>
  )
}
