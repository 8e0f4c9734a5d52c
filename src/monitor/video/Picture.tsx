import { useTranslate } from 'react-admin'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { retryDelay } from '../../../dataProvider/live.ts'
import { FullScreenButton } from './FullScreenButton.tsx'
import css from './video.module.css'

interface PictureProps {
  name: string
  address: string
  inView: boolean
  tile: RefObject<HTMLElement | null>
  foot: (buttons: ReactNode) => ReactNode
}

/** A still picture of an area. A failed one is loaded again with growing delays. */
export function Picture({ name, address, inView, tile, foot }: PictureProps) {
  const translate = useTranslate()
  const [seen, setSeen] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  if (inView && !seen) setSeen(true)
  useEffect(() => {
    if (!failed || !inView) return
    const timer = setTimeout(
      () => {
        setAttempt((count) => count + 1)
        setFailed(false)
      },
      retryDelay(attempt + 1),
    )
    return () => clearTimeout(timer)
  }, [failed, attempt, inView])
  return (
    <>
      <div className={css.frame}>
        {seen && !failed && (
          <img key={attempt} src={address} alt={name} referrerPolicy="no-referrer" onError={() => setFailed(true)} />
        )}
        {failed && (
          <div className={css.words} role="status">
            <span>{translate('videoMode.reconnecting', { attempt: attempt + 1 })}</span>
          </div>
        )}
      </div>
      {foot(<FullScreenButton of={tile} name={name} />)}
    </>
  )
}
