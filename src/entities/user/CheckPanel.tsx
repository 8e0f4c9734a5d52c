import { IconButton, Tooltip } from '@mui/material'
import { ChevronsDownUp, Lock, Search } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState, type ReactNode, useCallback } from 'react'
import { Tick } from '../../kit/index.ts'
import { CheckTree } from './CheckTree.tsx'
import { matching, type CheckNode } from './checkLines.ts'
import css from './user.module.css'

interface CheckPanelProps {
  label: string
  /** Placeholder of the search field. */
  searchText: string
  nodes: readonly CheckNode[]
  onToggle: (node: CheckNode) => void
  /** The grants have no effect; they can be read, but not changed. */
  idle: boolean
  /** Ticks or clears everything on offer. */
  all: { checked: boolean | 'mixed'; onToggle: () => void }
  /** Branches that are open at first. */
  open?: readonly string[]
  /** Number of grants that the user has and the editor may not change. */
  locked: number
  /** Shown where nothing is on offer. */
  empty: ReactNode
}

/** Tree of grants: select all, search, and how many grants are beyond the editor's rights. */
export function CheckPanel({
  label,
  searchText,
  nodes,
  onToggle,
  idle,
  all,
  open = [],
  locked,
  empty,
}: CheckPanelProps) {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const lines = useOpenLines(search.trim() !== '', open)
  const found = matching(idle ? nodes.map(still) : nodes, search)
  return (
    <>
      <div className={css.grantsBar}>
        {nodes.length > 0 && (
          <button
            type="button"
            role="checkbox"
            className={css.grantsAll}
            aria-checked={all.checked}
            aria-disabled={idle || undefined}
            onClick={() => !idle && all.onToggle()}
          >
            <Tick checked={all.checked} />
            {translate('user.all')}
          </button>
        )}
        <label className={css.grantsSearch}>
          <Search size={14} aria-hidden />
          <input
            type="search"
            value={search}
            placeholder={searchText}
            aria-label={searchText}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </label>
        {nodes.some(({ children }) => children.length > 0) && (
          <Tooltip title={translate('user.closeAll')}>
            <IconButton size="small" aria-label={translate('user.closeAll')} onClick={lines.closeAll}>
              <ChevronsDownUp size={14} strokeWidth={1.9} />
            </IconButton>
          </Tooltip>
        )}
      </div>
      {nodes.length === 0 ? (
        <p className={css.grantsNone}>{empty}</p>
      ) : (
        <CheckTree label={label} nodes={found} isOpen={lines.isOpen} setOpen={lines.setOpen} onToggle={onToggle} />
      )}
      {nodes.length > 0 && found.length === 0 && (
        <p className={css.grantsNone} role="status">
          {translate('user.noMatch')}
        </p>
      )}
      {locked > 0 && (
        <p className={css.grantsLocked}>
          <Lock size={14} aria-hidden />
          {translate('user.locked', { smart_count: locked })}
        </p>
      )}
    </>
  )
}

const still = (node: CheckNode): CheckNode => ({ ...node, disabled: true, children: node.children.map(still) })

/** Returns which branches of a tree are open: those that the user opened; during a search, all remaining ones. */
function useOpenLines(searching: boolean, start: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(start))
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const set = searching ? setClosed : setChosen
  const isOpen = (id: string): boolean => (searching ? !closed.has(id) : chosen.has(id))
  const setOpen = useCallback(
    (id: string, open: boolean) => set((before) => withId(before, id, open === (set === setChosen))),
    [set],
  )
  const closeAll = useCallback(() => setChosen(new Set()), [])
  return { isOpen, setOpen, closeAll, anyOpen: chosen.size > 0 }
}

function withId(ids: ReadonlySet<string>, id: string, inside: boolean): ReadonlySet<string> {
  if (ids.has(id) === inside) return ids
  const next = new Set(ids)
  if (inside) next.add(id)
  else next.delete(id)
  return next
}
