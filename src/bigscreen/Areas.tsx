import { Search } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { memo, useState } from 'react'
import { AreaTree } from '../kit/areaTree/AreaTree.tsx'
import type { AreaNode } from '../kit/areaTree/tree.ts'
import { FramedPanel } from './stage/FramedPanel.tsx'
import css from './bigscreen.module.css'

interface AreasProps {
  areas: AreaNode[]
  counts: ReadonlyMap<number | null, number>
  alarms: ReadonlySet<number>
  selected: number | null
  onSelect: (id: number | null) => void
  /** The areas are loading. */
  waiting: boolean
  /** Why the areas could not be loaded; null: loaded or loading. */
  error: unknown
  onRetry: () => void
}

/** The area tree; the selected area decides what the carousel shows. */
export const Areas = memo(function Areas({
  areas,
  counts,
  alarms,
  selected,
  onSelect,
  waiting,
  error,
  onRetry,
}: AreasProps) {
  const translate = useTranslate()
  const [searching, setSearching] = useState(false)
  const label = translate('bigscreen.search')
  return (
    <FramedPanel
      name="areas"
      title={translate('bigscreen.areas')}
      tools={
        <button
          type="button"
          className={css.icon}
          aria-label={label}
          title={label}
          aria-pressed={searching}
          onClick={() => setSearching(!searching)}
        >
          <Search size={16} strokeWidth={2} aria-hidden />
        </button>
      }
    >
      <AreaTree
        key={searching ? 'search' : 'tree'}
        areas={areas}
        selected={selected}
        onSelect={onSelect}
        counts={counts}
        alarms={alarms}
        searchable={searching}
        autoFocus={searching}
        withAll
        waiting={waiting}
        error={error}
        onRetry={onRetry}
      />
    </FramedPanel>
  )
})
