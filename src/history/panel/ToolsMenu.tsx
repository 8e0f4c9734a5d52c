import { IconButton, Tooltip } from '@mui/material'
import { Download, Ellipsis, ImageDown, ShieldCheck, Table2 } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { Menu, MenuItem } from '../../kit/index.ts'
import type { Tools } from './useTools.ts'

/** A panel's tools as a button with a menu, for narrow screens. */
export function ToolsMenu({ tools }: { tools: Tools }) {
  const { name, isTable, toggleTable, savePng, files, isLoading, marking } = tools
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('deviceDialogs.more', { name })
  const closing = (act: () => void) => () => {
    setAnchor(null)
    act()
  }
  const iconProps = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-busy={isLoading}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Ellipsis {...iconProps} />
        </IconButton>
      </Tooltip>
      {anchor && (
        <Menu anchor={anchor} label={label} side="below" onClose={() => setAnchor(null)}>
          <MenuItem role="menuitemcheckbox" aria-checked={isTable} selected={isTable} onClick={closing(toggleTable)}>
            <Table2 {...iconProps} />
            {translate('history.table')}
          </MenuItem>
          <MenuItem onClick={closing(savePng)}>
            <ImageDown {...iconProps} />
            {translate('history.png')}
          </MenuItem>
          {files.map(({ words, save }) => (
            <MenuItem key={words} onClick={closing(save)}>
              <Download {...iconProps} />
              {files.length > 1 ? `${translate('history.csv')} · ${words}` : translate('history.csv')}
            </MenuItem>
          ))}
          {marking !== null && (
            <MenuItem to={marking}>
              <ShieldCheck {...iconProps} />
              {translate('history.mark')}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  )
}
