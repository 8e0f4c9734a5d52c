import type { Row } from '../../../dataProvider/rows.ts'
import type { DialogSlotProps } from '../../admin/fields/slotProps.ts'
import { useExtensions } from '../../kit/index.ts'
import { RowsDialog } from '../rows/RowsDialog.tsx'
import { FormatPreview } from './FormatPreview.tsx'

/** Key rows of a data format, beside the document that they produce where the platform generates one. */
export default function FormatRowsDialog(props: DialogSlotProps) {
  return <RowsDialog {...props} aside={useExtensions()?.has('northpreview') ? preview : undefined} />
}

const preview = (rows: readonly Row[], format: Row) => <FormatPreview format={format.id} rows={rows} />
