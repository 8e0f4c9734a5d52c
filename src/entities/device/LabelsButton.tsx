import { Button } from '@mui/material'
import { Printer } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import { deviceLabels } from '../../../resources/menu.ts'
import type { BulkSlotProps, ToolSlotProps } from '../../admin/fields/slotProps.ts'
import { useMedia } from '../../kit/hooks/useMedia.ts'
import { MAX_LABELS } from './labels.ts'

/** Below it has no room beside the other tools; selected devices, and the page of one, lead to the sheet too. */
const NARROW = '(max-width: 899.95px)'

type LabelsButtonProps = Partial<Pick<ToolSlotProps, 'area'> & Pick<BulkSlotProps, 'rows'>>

/** To the sheet of labels: above the list with the area it is narrowed to, in the batch bar with the selected devices. */
export default function LabelsButton({ area, rows }: LabelsButtonProps) {
  return rows ? <LabelsOfRows rows={rows} /> : <LabelsOfArea area={area ?? null} />
}

function LabelsOfArea({ area }: Pick<ToolSlotProps, 'area'>) {
  const translate = useTranslate()
  if (useMedia(NARROW)) return null
  return (
    <Button
      component={Link}
      to={area === null ? deviceLabels : `${deviceLabels}?area=${area}`}
      startIcon={<Printer size={16} aria-hidden />}
    >
      {translate('devicePage.label')}
    </Button>
  )
}

/** More than a sheet holds are not asked for: an address of thousands of ids could not be opened again. */
function LabelsOfRows({ rows }: Pick<BulkSlotProps, 'rows'>) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const open = () => {
    const numbers = { most: MAX_LABELS, all: rows.length }
    if (rows.length > MAX_LABELS) notify('devicePage.manyLabels', { type: 'warning', messageArgs: numbers })
    else if (rows.length > 0) void navigate(`${deviceLabels}?ids=${rows.map(({ id }) => id).join(',')}`)
  }
  return (
    <Button variant="outlined" startIcon={<Printer size={14} aria-hidden />} onClick={open}>
      {translate('devicePage.label')}
    </Button>
  )
}
