import { useForkRef } from '@mui/material/utils'
import { useVirtualizer } from '@tanstack/react-virtual'
import { cloneElement, createContext, isValidElement, use, useEffect, useRef, type ComponentProps } from 'react'

/** Height of a line, px, and the number of keyboard moves since the list opened. */
export const LongListContext = createContext({ row: 32, moves: 0 })

/**
 * The listbox of an Autocomplete with too many options to render: MUI passes all lines as elements; only the visible
 * ones are rendered, between two spacers of the height of the others.
 */
export function LongList({ children, ref, ...props }: ComponentProps<'ul'>) {
  const { row, moves } = use(LongListContext)
  const lines: readonly unknown[] = Array.isArray(children) ? children : [children]
  const own = useRef<HTMLUListElement>(null)
  const both = useForkRef(own, ref)
  const chosen = lines.findIndex((line) => isValidElement<ComponentProps<'li'>>(line) && line.props['aria-selected'])
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => own.current,
    estimateSize: () => row,
    overscan: 6,
    initialOffset: Math.max(0, chosen) * row,
    // Rendered before the list is measured: MUI highlights the first line as soon as the list exists.
    initialRect: { width: 0, height: 8 * row },
  })

  // MUI scrolls to the active line and marks it when the keyboard reaches it. A line that was not rendered then is
  // found here.
  const scrollTo = rows.scrollToIndex
  useEffect(() => {
    const at = activeLine(props.id)
    if (moves > 0 && at !== null) scrollTo(Number(at.slice(at.lastIndexOf('-') + 1)))
  }, [moves, props.id, scrollTo])
  useEffect(() => {
    const at = activeLine(props.id)
    if (at !== null) document.getElementById(at)?.classList.add('Mui-focused')
  })

  const drawn = rows.getVirtualItems()
  const before = drawn[0]?.start ?? 0
  const after = rows.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  return (
    <ul {...props} ref={both}>
      <li role="presentation" style={{ height: before }} />
      {drawn.map(({ index }) => {
        const line = lines[index]
        return isValidElement<ComponentProps<'li'>>(line)
          ? cloneElement(line, { 'aria-setsize': lines.length, 'aria-posinset': index + 1 })
          : null
      })}
      <li role="presentation" style={{ height: after }} />
    </ul>
  )
}

/** Returns the id of the option under keyboard or pointer, to which the input refers. */
const activeLine = (listbox: string | undefined): string | null =>
  document.querySelector(`[aria-controls="${listbox}"]`)?.getAttribute('aria-activedescendant') ?? null
