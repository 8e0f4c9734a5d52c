import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** How high an element is, px in steps of eight, so that a chart in it is not made anew with every pixel; never less than `least`. */
export function useHeight(least: number): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(least)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setHeight(Math.max(least, Math.floor((element.clientHeight - UNIT) / 8) * 8))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [least])
  return [box, height]
}

/** The line above the plot that names the unit. */
const UNIT = 18
