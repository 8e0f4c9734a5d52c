import { X } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { StatusMark } from '../../../kit/index.ts'
import { useGiveBack } from '../../../kit/layers/focus.ts'
import { useShownDevice } from '../../../live/display.ts'
import css from '../mapMode.module.css'

interface StackProps {
  ids: readonly number[]
  onPick: (id: number) => void
  onClose: () => void
}

const MAX_LISTED = 100

/** Lists devices at the very same place, which no zoom separates. */
export function Stack({ ids, onPick, onClose }: StackProps) {
  const translate = useTranslate()
  const box = useRef<HTMLElement>(null)
  useGiveBack()
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const title = translate('map.stack', { count: ids.length })
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
  return (
    <section className={css.card} ref={box} role="dialog" aria-label={title} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={css.cardHead}>
        <h2>{title}</h2>
        <button type="button" className={css.close} aria-label={translate('shell.close')} onClick={onClose}>
          <X size={14} strokeWidth={1.9} aria-hidden />
        </button>
      </header>
      <ul className={css.stack}>
        {ids.slice(0, MAX_LISTED).map((id) => (
          <Line key={id} id={id} onPick={onPick} />
        ))}
      </ul>
    </section>
  )
}

function Line({ id, onPick }: { id: number; onPick: (id: number) => void }) {
  const translate = useTranslate()
  const shown = useShownDevice(id)
  if (shown === null) return null
  return (
    <li>
      <button type="button" onClick={() => onPick(id)}>
        <StatusMark status={shown.status} label={translate(`shell.status.${shown.status}`)} />
        {shown.device.name}
      </button>
    </li>
  )
}
