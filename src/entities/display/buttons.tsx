import { IconButton, Tooltip } from '@mui/material'
import { ArrowUpToLine, ExternalLink } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { Row } from '../../../dataProvider/rows.ts'
import { useDesign, useMayDesign } from './useDesign.ts'
import { isOnTop, useMakeTop } from './useMakeTop.ts'
import css from './display.module.css'

const nameOf = (row: Row): string => String(row['name'] ?? row.id)

/** Button in a row that moves a display screen to the top. */
export function TopButton({ row }: { row: Row }) {
  const translate = useTranslate()
  const makeTop = useMakeTop(row)
  const allowed = useMayDesign()
  const top = isOnTop(row)
  const text = translate(top ? 'display.isTop' : 'display.makeTop')
  return (
    <Tooltip title={allowed ? text : translate('display.noRights')}>
      <span>
        <IconButton
          size="small"
          aria-label={`${text}: ${nameOf(row)}`}
          disabled={top || !allowed}
          onClick={() => void makeTop()}
        >
          <ArrowUpToLine size={14} strokeWidth={1.9} />
        </IconButton>
      </span>
    </Tooltip>
  )
}

/** Button in a row that opens the external editor; where that is impossible, it says why. */
export function DesignButton({ row }: { row: Row }) {
  const translate = useTranslate()
  const { href, reason } = useDesign(row)
  const label = translate('display.designNamed', { name: nameOf(row) })
  if (href === null)
    return (
      <Tooltip title={reason}>
        {/* Focusable by Tab, so that the reason can be read without a mouse. */}
        <IconButton
          size="small"
          className={css.blocked}
          aria-label={`${label}. ${reason}`}
          aria-disabled
          onClick={(event) => event.preventDefault()}
        >
          <ExternalLink size={14} strokeWidth={1.9} />
        </IconButton>
      </Tooltip>
    )
  return (
    <Tooltip title={`${translate('display.design')} (${translate('display.opens')})`}>
      <IconButton size="small" component="a" href={href} target="_blank" rel="noopener noreferrer" aria-label={label}>
        <ExternalLink size={14} strokeWidth={1.9} />
      </IconButton>
    </Tooltip>
  )
}
