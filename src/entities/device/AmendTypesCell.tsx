import { parseIds } from '../../../resources/kit/access.ts'
import type { CellProps } from '../../admin/fields/cell.ts'
import { useLabel } from '../../admin/fields/useLabel.ts'
import { useWords } from '../../admin/fields/words.ts'

/** When a value is amended, in words. */
export function AmendTypesCell({ value }: CellProps) {
  const pick = useLabel()
  const { data = [] } = useWords('DeviceAiAmendType')
  const text = parseIds(String(value ?? '')).map((type) => {
    const word = data.find((candidate) => candidate.value === type)
    return word ? pick(word.label) : String(type)
  })
  return (
    <span className="ellipsis" title={text.join(', ')}>
      {text.join(', ') || '—'}
    </span>
  )
}
