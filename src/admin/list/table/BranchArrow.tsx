import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { Resource } from '../../../../resources/kit/define.ts'
import { useRecordName } from '../../fields/names.ts'
import type { TreeRow } from './treeRows.ts'
import css from './table.module.css'

interface BranchArrowProps {
  resource: Resource
  line: TreeRow
  onToggle: (id: number, open: boolean) => void
}

/** Opens and closes the branch below a row of a tree; keeps its space where there is none. */
export function BranchArrow({ resource, line: { row, branch, open }, onToggle }: BranchArrowProps) {
  const translate = useTranslate()
  const name = useRecordName(resource)(row)
  const Arrow = open ? ChevronDown : ChevronRight
  if (!branch) return <span className={css.arrow} />
  return (
    <button
      type="button"
      className={css.arrow}
      aria-expanded={open}
      aria-label={translate(open ? 'crud.collapse' : 'crud.expand', { name })}
      onClick={(event) => {
        event.stopPropagation()
        onToggle(row.id, !open)
      }}
    >
      <Arrow size={14} aria-hidden />
    </button>
  )
}
