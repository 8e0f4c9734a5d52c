import { useTranslate } from 'ra-core'
import type { CellProps } from '../../admin/fields/cell.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import { saveMode } from './saveCycle.ts'

/** How a device's values are kept, in words. */
export function SaveCycleCell({ value }: CellProps) {
  const translate = useTranslate()
  if (value === null || value === undefined) return <span className="cell-none">—</span>
  const mode = saveMode(value)
  return (
    <span className="ellipsis">
      {mode === 'period'
        ? translate('crud.save.every', { minutes: formatNumber(value) })
        : translate(`crud.save.${mode}`)}
    </span>
  )
}
