import { clsx } from 'clsx'
import { RecordContextProvider } from 'react-admin'
import type { ComponentType } from 'react'
import { isEmpty } from '../../../resources/kit/validate.ts'
import tableCss from '../list/table/table.module.css'
import textCss from '../../kit/text.module.css'
import type { CellProps } from './cell.ts'
import css from './fields.module.css'

/**
 * Makes a stock field of react-admin (EmailField, UrlField, ChipField ...) usable as the component of a column slot: it
 * finds its record in the context as in any react-admin list, and an empty value looks as in all other columns.
 */
export const stockCell = (Stock: ComponentType<{ source: string; className?: string }>): ComponentType<CellProps> =>
  function StockCell({ name, value, row, second }) {
    if (isEmpty(value)) return second ? null : <span className={css.cellNone}>—</span>
    return (
      <RecordContextProvider value={row}>
        <Stock source={name} className={clsx(textCss.ellipsis, tableCss.cut, tableCss.ref)} />
      </RecordContextProvider>
    )
  }
