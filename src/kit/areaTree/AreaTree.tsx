import { ChevronDown, ChevronRight, Search } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { InlineError } from '../states/InlineError.tsx'
import { Skeleton } from '../states/Skeleton.tsx'
import { ancestors, visibleLines, type AreaLine, type AreaNode } from './tree.ts'
import { useTreeKeys } from './useTreeKeys.ts'
import css from './areaTree.module.css'

export interface AreaTreeProps {
  areas: AreaNode[]
  /** The selected area; null: all areas. */
  selected: number | null
  onSelect: (id: number | null) => void
  /**
   * Content at the right of each area: its number, subareas included (see totalsByArea), with any addition of the page.
   * The key null is for all areas.
   */
  counts?: ReadonlyMap<number | null, ReactNode>
  /** Areas marked with the alarm diamond. */
  alarms?: ReadonlySet<number>
  /** Shows the search field above (default). */
  searchable?: boolean
  /** Shows a first line "All areas" that selects null. */
  withAll?: boolean
  /** The platform is known to have no areas: the tree then says so, but not while the areas are merely unknown. */
  none?: boolean
  /** The areas are loading. */
  waiting?: boolean
  /** Why the areas could not be loaded, shown in their place; null or left out: no error. */
  error?: unknown
  onRetry?: () => void
  autoFocus?: boolean
}

/**
 * The area tree: a list of visible lines following the ARIA tree pattern (arrows, Home, End, Enter, type-ahead).
 * Searching shows the matches with their ancestors. Used by the monitoring pages, the lists' left panel and tree
 * selects.
 */
export function AreaTree({
  areas,
  selected,
  onSelect,
  counts,
  alarms,
  searchable = true,
  withAll = false,
  none = false,
  waiting = false,
  error = null,
  onRetry,
  autoFocus = false,
}: AreaTreeProps) {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const { isOpen, setOpen } = useOpenAreas(areas, selected)
  const lines = useMemo(() => visibleLines(areas, isOpen, search), [areas, isOpen, search])
  const all = withAll && search.trim() === ''
  const keys = useTreeKeys({ lines, all, selected, setOpen, onSelect })
  const intoTree = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    keys.focusFirst()
  }
  return (
    <div className={css.areaTree} data-part="tree">
      {searchable && (
        <label className={css.search}>
          <Search size={14} aria-hidden />
          <input
            type="search"
            value={search}
            autoFocus={autoFocus}
            placeholder={translate('monitor.tree.search')}
            aria-label={translate('monitor.tree.search')}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={intoTree}
          />
        </label>
      )}
      {error !== null && <InlineError error={error} onRetry={onRetry} />}
      <div
        className={css.lines}
        role="tree"
        aria-label={translate('monitor.tree.label')}
        ref={keys.ref}
        onKeyDown={keys.onKeyDown}
      >
        {all && (
          <div {...keys.itemProps(null)} className={css.line} aria-level={1} style={{ paddingLeft: 4 }}>
            <span className={css.arrow} />
            <span className={css.name}>{translate('monitor.tree.all')}</span>
            <span className={css.count} data-part="count">
              {counts?.get(null)}
            </span>
          </div>
        )}
        {lines.map((line) => (
          <Line
            key={line.node.id}
            line={line}
            count={counts?.get(line.node.id)}
            alarm={alarms?.has(line.node.id) ?? false}
            setOpen={setOpen}
            keys={keys}
          />
        ))}
      </div>
      {waiting && (
        <div className={css.wait}>
          {WIDTHS.map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      )}
      {lines.length === 0 && (none || search.trim() !== '') && (
        <p className={css.none} role="status">
          {translate(none ? 'monitor.tree.none' : 'monitor.tree.noMatch')}
        </p>
      )}
    </div>
  )
}

const WIDTHS = ['60%', '44%', '52%', '40%', '56%', '48%']

interface LineProps {
  line: AreaLine
  count: ReactNode
  alarm: boolean
  setOpen: (id: number, open: boolean) => void
  keys: ReturnType<typeof useTreeKeys>
}

function Line({ line, count, alarm, setOpen, keys }: LineProps) {
  const translate = useTranslate()
  const { node, level, open } = line
  const branch = node.children.length > 0
  const Arrow = open ? ChevronDown : ChevronRight
  return (
    <div
      {...keys.itemProps(node.id)}
      className={css.line}
      aria-level={level}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-expanded={branch ? open : undefined}
      style={{ paddingLeft: 4 + (level - 1) * 16 }}
    >
      <span
        className={css.arrow}
        aria-hidden
        onClick={(event) => {
          if (!branch) return
          event.stopPropagation()
          setOpen(node.id, !open)
        }}
      >
        {branch && <Arrow size={12} strokeWidth={2} />}
      </span>
      <span className={css.name} title={node.name}>
        {node.name}
      </span>
      {alarm && (
        <span className={css.alarm} data-part="alarm" role="img" aria-label={translate('monitor.tree.hasAlarm')} />
      )}
      {count !== undefined && (
        <span className={css.count} data-part="count">
          {count}
        </span>
      )}
    </div>
  )
}

/**
 * Determines the open branches: initially the top ones; the path to the selected area whenever that changes; and those
 * the user opened or closed.
 */
function useOpenAreas(areas: AreaNode[], selected: number | null) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map())
  const shown = useRef<number | null>(null)
  const top = useMemo(() => new Set(areas.map((node) => node.id)), [areas])
  useEffect(() => {
    if (selected === null || selected === shown.current || areas.length === 0) return
    shown.current = selected
    const path = ancestors(areas, selected)
    if (path.length > 0) setChosen((before) => new Map([...before, ...path.map((id) => [id, true] as const)]))
  }, [areas, selected])
  return useMemo(
    () => ({
      isOpen: (id: number) => chosen.get(id) ?? top.has(id),
      setOpen: (id: number, open: boolean) => setChosen((before) => new Map(before).set(id, open)),
    }),
    [chosen, top],
  )
}
