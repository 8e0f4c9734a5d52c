import { useEffect, useMemo, useRef } from 'react'

/** A click, or Enter and Space with the focus on the mark, and hovering. The same object for ever: handlers that change would be taken off and put on again. */
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
