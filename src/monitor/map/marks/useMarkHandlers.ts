import { useEffect, useMemo, useRef } from 'react'

/**
 * Returns handlers for a click, for Enter and Space on a focused mark, and for hovering. Always the same object:
 * changed handlers would be removed and added again.
 */
export function useMarkHandlers(act: () => void, onHover: (isOver: boolean) => void = ignore) {
  const latest = useRef({ act, onHover })
  useEffect(() => {
    latest.current = { act, onHover }
  })
  return useMemo(
    () => ({
      click: () => latest.current.act(),
      mouseover: () => latest.current.onHover(true),
      mouseout: () => latest.current.onHover(false),
      keydown: ({ originalEvent }: { originalEvent: KeyboardEvent }) => {
        if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
        originalEvent.preventDefault()
        latest.current.act()
      },
    }),
    [],
  )
}

const ignore = () => {}
