import { RecordContextProvider } from 'react-admin'
import type { ComponentType } from 'react'
import { isEmpty } from '../../../resources/kit/validate.ts'
import type { CellProps } from './cell.ts'

/**
 * A stock field of react-admin (EmailField, UrlField, ChipField ...) as the component of a column slot: it finds its record where it
 * does in any list of react-admin's, and what is empty looks as in all other columns.
 */
export const stockCell = (Stock: ComponentType<{ source: string; className?: string }>): ComponentType<CellProps> =>
  function StockCell({ name, value, row, second }) {
    if (isEmpty(value)) return second ? null : <span className="cell-none">—</span>
    return (
      <RecordContextProvider value={row}>
        <Stock source={name} className="ellipsis crud-ref" />
      </RecordContextProvider>
    )
  }
