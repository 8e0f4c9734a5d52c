import { useEffect, useState, type RefObject } from 'react'

/** Whether an element is in sight, or nearly, in a tab that is shown. */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(false)
  const [shown, setShown] = useState(() => document.visibilityState !== 'hidden')
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), {
      rootMargin: '80px',
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  useEffect(() => {
    const note = () => setShown(document.visibilityState !== 'hidden')
    document.addEventListener('visibilitychange', note)
    return () => document.removeEventListener('visibilitychange', note)
  }, [])
  return inView && shown
}
