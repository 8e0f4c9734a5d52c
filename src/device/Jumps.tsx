import { Camera, ChartLine, MapPin, ShieldCheck } from 'lucide-react'
import { useTranslate } from 'react-admin'
import css from './devicePage.module.css'

const parts = [
  { id: 'curves', icon: ChartLine },
  { id: 'place', icon: MapPin },
  { id: 'camera', icon: Camera },
  { id: 'quality', icon: ShieldCheck },
] as const

/** On a phone: links to the sections of the page below. A missing section is skipped. */
export function Jumps() {
  const translate = useTranslate()
  return (
    <nav className={css.jumps} aria-label={translate('devicePage.jumps')}>
      {parts.map(({ id, icon: Icon }) => (
        <button key={id} type="button" onClick={() => jump(id)}>
          <Icon size={20} strokeWidth={1.75} aria-hidden />
          {translate(`devicePage.jump.${id}`)}
        </button>
      ))}
    </nav>
  )
}

function jump(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  const heading = part?.querySelector<HTMLElement>('h2')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
