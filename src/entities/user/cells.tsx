import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { IconButton, Tooltip } from '@mui/material'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { CellProps } from '../../admin/fields/cell.ts'
import { NoNames } from '../../admin/fields/JoinedNames.tsx'
import { rowsById, useNames } from '../../admin/fields/names.ts'
import { calledOf, ROLE_WORDS } from './parents.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import css from './user.module.css'
import fieldsCss from '../../admin/fields/fields.module.css'

/** Name of a parent user: that of its role, or its own. */
export function ParentCell({ resource, value }: CellProps) {
  const translate = useTranslate()
  const { data: users, isPending } = useNames(resource.path)
  const id = Number(value)
  const role = ROLE_WORDS.get(id)
  if (!role && !users) return <NoNames waiting={isPending} />
  const parent = rowsById(users ?? []).get(id)
  const text = role ? translate(role) : parent ? calledOf(parent) : `#${id}`
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={text}>
      {text}
    </span>
  )
}

/**
 * A user's token: its beginning, and a button that copies the whole. The token is not shown in full, so that bystanders
 * cannot read it. Where the browser cannot copy (without a secure connection), it is shown in full and selected, to be
 * copied by hand.
 */
export function TokenCell({ value, row }: CellProps) {
  const translate = useTranslate()
  const [copied, setCopied] = useState(false)
  const [shown, setShown] = useState(false)
  const token = String(value ?? '')
  if (token === '') return <span className={fieldsCss.cellNone}>—</span>
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      setCopied(true)
    } catch {
      setShown(true)
    }
  }
  const label = translate(copied ? 'crud.once.copied' : 'user.copyToken', { name: String(row['username'] ?? '') })
  if (shown)
    return (
      <input
        className={clsx(textCss.mono, css.tokenInFull)}
        aria-label={label}
        readOnly
        value={token}
        ref={selected}
        onClick={(event) => event.stopPropagation()}
      />
    )
  return (
    <span className={css.userToken}>
      <span className={textCss.mono}>{token.slice(0, 6)}…</span>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          onClick={(event) => {
            event.stopPropagation()
            void copy()
          }}
        >
          {copied ? <Check size={14} /> : <Copy size={14} />}
        </IconButton>
      </Tooltip>
    </span>
  )
}

function selected(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
