import { clsx } from 'clsx'
import { useTranslate } from 'ra-core'
import type { CellProps } from '../../admin/fields/cell.ts'
import { formatNumber } from '../../admin/fields/formats.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'
import { saveMode } from './saveCycle.ts'

/** How a device's values are kept, in words. */
export function SaveCycleCell({ value }: CellProps) {
  const translate = useTranslate()
  if (value === null || value === undefined) return <span className={fieldsCss.cellNone}>—</span>
  const mode = saveMode(value)
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)}>
      {mode === 'period'
        ? translate('crud.save.every', { minutes: formatNumber(value) })
        : translate(`crud.save.${mode}`)}
    </span>
  )
}
