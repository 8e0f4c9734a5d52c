import { useLayoutEffect, useState, type RefObject } from 'react'

export interface Width {
  /** Width without the scrollbar, px; 0 until it is measured. */
  inner: number
  /** Width of the scrollbar, px. */
  bar: number
}

/** Returns the width of a scrolling element as it changes. */
export function useWidth(ref: RefObject<HTMLElement | null>): Width {
  const [width, setWidth] = useState<Width>({ inner: 0, bar: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      const [inner, bar] = [element.clientWidth, element.offsetWidth - element.clientWidth]
      setWidth((before) => (before.inner === inner && before.bar === bar ? before : { inner, bar }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
