import { IconButton, MenuItem, Tooltip } from '@mui/material'
import { Columns3 } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import type { Resource } from '../../../../resources/kit/define.ts'
import { Menu, Tick } from '../../../kit/index.ts'
import { useColumnTitle, type TableColumn } from '../table/columns.ts'
import css from '../list.module.css'

interface ColumnChoiceProps {
  resource: Resource
  columns: readonly TableColumn[]
  hidden: ReadonlySet<string>
  onHide: (name: string, hidden: boolean) => void
}

/** Chooses which columns a table shows; the first one always stays. */
export function ColumnChoice({ resource, columns, hidden, onHide }: ColumnChoiceProps) {
  const translate = useTranslate()
  const titleOf = useColumnTitle(resource)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tooltip title={translate('crud.columns')}>
        <IconButton
          className={css.columns}
          data-part="columns"
          aria-label={translate('crud.columns')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Columns3 size={16} />
        </IconButton>
      </Tooltip>
      {anchor && (
        <Menu anchor={anchor} label={translate('crud.columns')} side="below" onClose={() => setAnchor(null)}>
          {columns.map((column, index) => {
            const shown = index === 0 || !hidden.has(column.name)
            return (
              <MenuItem
                key={column.name}
                role="menuitemcheckbox"
                aria-checked={shown}
                disabled={index === 0}
                onClick={() => onHide(column.name, shown)}
              >
                <Tick checked={shown} />
                {titleOf(column)}
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </>
  )
}
