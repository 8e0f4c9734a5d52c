import { Button, Tooltip } from '@mui/material'
import { Download, ImageDown, ShieldCheck, Table2 } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Zone } from '../../../resources/kit/zone.ts'
import { usePhone } from '../../kit/hooks/useMedia.ts'
import { Menu, MenuItem } from '../../kit/index.ts'
import { ToolsMenu } from './ToolsMenu.tsx'
import type { HistoryPanelState } from './usePanel.ts'
import { useTools, type Tools } from './useTools.ts'
import css from './answers.module.css'

/**
 * Buttons for the table, the picture and the file, and a link to flag the values in view. On a phone a menu, since the
 * buttons took two lines there.
 */
export function PanelTools({ panel, zone }: { panel: HistoryPanelState; zone: Zone }) {
  const translate = useTranslate()
  const tools = useTools(panel, zone)
  if (usePhone()) return <ToolsMenu tools={tools} />
  const { isTable, toggleTable, savePng, marking } = tools
  return (
    <span className={css.toolsEnd}>
      <Button size="small" className={css.button} aria-pressed={isTable} onClick={toggleTable}>
        <Table2 size={14} aria-hidden />
        {translate('history.table')}
      </Button>
      <Tooltip describeChild title={translate('history.png')}>
        <Button size="small" className={css.button} onClick={savePng}>
          <ImageDown size={14} aria-hidden />
          PNG
        </Button>
      </Tooltip>
      <CsvButton tools={tools} />
      {marking !== null && (
        <Button size="small" className={css.button} component={Link} to={marking}>
          <ShieldCheck size={14} aria-hidden />
          {translate('history.mark')}
        </Button>
      )}
    </span>
  )
}

/** Saves the file; a menu if there is a choice between the chosen nodes and all. */
function CsvButton({ tools: { files, isLoading } }: { tools: Tools }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('history.csv')
  const offered = files.length > 1
  return (
    <>
      <Button
        size="small"
        className={css.button}
        aria-busy={isLoading}
        aria-haspopup={offered ? 'menu' : undefined}
        aria-expanded={offered ? anchor !== null : undefined}
        onClick={(event) => (offered ? setAnchor(event.currentTarget) : files[0]?.save())}
      >
        <Download size={14} aria-hidden />
        {label}
      </Button>
      {anchor && (
        <Menu anchor={anchor} label={label} side="below" onClose={() => setAnchor(null)}>
          {files.map(({ words, save }) => (
            <MenuItem
              key={words}
              onClick={() => {
                setAnchor(null)
                save()
              }}
            >
              {words}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
