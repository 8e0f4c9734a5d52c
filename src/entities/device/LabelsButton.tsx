import { Button } from '@mui/material'
import { Printer } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import { deviceLabels } from '../../../resources/menu.ts'
import type { BulkSlotProps, ToolSlotProps } from '../../admin/fields/slotProps.ts'
import { useMedia } from '../../kit/hooks/useMedia.ts'
import { MAX_LABELS } from './labels.ts'

/**
 * Below this width there is no space beside the other tools; selected devices, and the page of one device, lead to the
 * sheet as well.
 */
const NARROW = '(max-width: 899.95px)'

type LabelsButtonProps = Partial<Pick<ToolSlotProps, 'area'> & Pick<BulkSlotProps, 'rows'>>

/**
 * Opens the sheet of labels: above the list for the area it is filtered by, in the batch bar for the selected devices.
 */
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

/** Refuses more devices than a sheet holds: an address with thousands of ids could not be opened again. */
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
