import { clsx } from 'clsx'
import { useTranslate } from 'ra-core'
import type { CellProps } from '../../admin/fields/cell.ts'
import { NoNames } from '../../admin/fields/Names.tsx'
import { indexOf, useNames } from '../../admin/fields/names.ts'
import textCss from '../../kit/text.module.css'
import tableCss from '../../admin/list/table/table.module.css'
import { calledOf, ROLE_WORDS } from './parents.ts'

/** The name of a parent user: of its role, or its own. */
export function ParentCell({ resource, value }: CellProps) {
  const translate = useTranslate()
  const { data: users, isPending } = useNames(resource.path)
  const id = Number(value)
  const role = ROLE_WORDS.get(id)
  if (!role && !users) return <NoNames waiting={isPending} />
  const parent = indexOf(users ?? []).get(id)
  const text = role ? translate(role) : parent ? calledOf(parent) : `#${id}`
  return (
    <span className={clsx(textCss.ellipsis, tableCss.cut)} title={text}>
      {text}
    </span>
  )
}
