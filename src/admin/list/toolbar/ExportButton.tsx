import { Button, IconButton, MenuItem, Tooltip } from '@mui/material'
import { Download, LoaderCircle, X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { EXPORT_FORMATS, MAX_NAMED, type Exported } from '../../../../dataProvider/calls/files.ts'
import type { Row } from '../../../../dataProvider/rows.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { Menu, useExtensions } from '../../../kit/index.ts'
import css from '../list.module.css'
import { useExport } from './useExport.ts'

interface ExportButtonProps {
  resource: Resource
  /** The list's filters, of which all matching records are exported. */
  query?: Omit<Exported, 'ids'>
  /** Exports only these records, and shows a word on the button; together with a query they are all that it finds. */
  rows?: readonly Row[]
  /** null while it is unknown. */
  total: number | null
}

/**
 * Exports the filtered or selected records as a file: .xlsx or CSV where the platform writes them, otherwise CSV
 * composed from the list's pages in the browser.
 */
export function ExportButton({ resource, query, rows, total }: ExportButtonProps) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { progress, run, cancel } = useExport(resource, query ?? null, rows ?? null)
  // Without a query, and with more records than one request can name, the file is composed in the browser.
  const nameable = query !== undefined || (rows?.length ?? 0) <= MAX_NAMED
  const announced = useExtensions()?.has('export') ?? false
  const canExportAll = nameable && announced
  const label = translate(rows ? 'crud.export.chosen' : 'crud.export.label')
  if (progress !== null)
    return (
      <span className={css.exporting} role="status">
        <LoaderCircle size={14} className={css.turning} aria-hidden />
        {progress === '' ? translate('crud.export.running') : progress}
        <IconButton size="small" aria-label={translate('crud.export.cancel')} onClick={cancel}>
          <X size={14} />
        </IconButton>
      </span>
    )
  const formats = canExportAll ? EXPORT_FORMATS : (['csv'] as const)
  const open = (element: HTMLElement) => (canExportAll ? setAnchor(element) : void run('csv', false))
  return (
    <>
      {rows ? (
        <Button
          startIcon={<Download size={14} aria-hidden />}
          aria-haspopup={canExportAll ? 'menu' : undefined}
          onClick={(event) => open(event.currentTarget)}
        >
          {label}
        </Button>
      ) : (
        <Tooltip title={label}>
          <IconButton
            aria-label={label}
            aria-haspopup={canExportAll ? 'menu' : undefined}
            aria-disabled={!total}
            onClick={(event) => total && open(event.currentTarget)}
          >
            <Download size={16} />
          </IconButton>
        </Tooltip>
      )}
      {anchor && (
        <Menu anchor={anchor} label={label} side="below" onClose={() => setAnchor(null)}>
          {formats.map((format) => (
            <MenuItem key={format} onClick={() => (setAnchor(null), void run(format, true))}>
              {translate(format === 'xlsx' ? 'crud.export.xlsx' : 'crud.export.csv')}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
