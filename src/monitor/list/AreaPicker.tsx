import { ChevronDown, MapPin } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { usePausePolls } from '../../kit/hooks/pausePolls.ts'
import { AreaTree, type AreaTreeProps } from '../../kit/areaTree/AreaTree.tsx'
import { Drawer } from '../../kit/index.ts'
import css from '../monitor.module.css'

/** On a phone the area is the page's title, which opens the tree as a bottom sheet. */
export function AreaPicker({ title, ...tree }: AreaTreeProps & { title: string }) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  usePausePolls(open)
  return (
    <>
      <h1 className={css.picker}>
        <button type="button" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
          <MapPin size={18} strokeWidth={1.75} aria-hidden />
          <span>{title}</span>
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </h1>
      {open && (
        <Drawer label={translate('monitor.tree.choose')} side="bottom" onClose={() => setOpen(false)}>
          <div className={css.sheet} ref={toTree}>
            <AreaTree
              {...tree}
              onSelect={(id) => {
                tree.onSelect(id)
                setOpen(false)
              }}
            />
          </div>
        </Drawer>
      )}
    </>
  )
}

/** Focuses the tree, not its search field, which would open a phone's keyboard over the sheet. */
const toTree = (sheet: HTMLElement | null) =>
  sheet?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus()
