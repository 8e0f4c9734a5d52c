import { useTranslate } from 'react-admin'
import { lazy, Suspense } from 'react'
import { percentText, type Count } from './figures.ts'
import css from './overview.module.css'

const Ring = lazy(() => import('../chart/Ring.tsx'))

/** The share that is online, as a ring around its percentage; "—" if it is unknown. */
export default function OnlineRing({ label, count }: { label: string; count: Count }) {
  const translate = useTranslate()
  const percent = percentText(count)
  return (
    <span
      className={css.ring}
      role="img"
      aria-label={translate('dashboard.ring', { name: label, percent: percent ?? '—' })}
    >
      {count.online > 0 && (
        <Suspense fallback={null}>
          <Ring parts={partsOf(count)} size={84} width={8} round={4} />
        </Suspense>
      )}
      <b aria-hidden="true">
        {percent ?? '—'}
        {percent && <small> %</small>}
      </b>
    </span>
  )
}

/** Only the online part is drawn; the rest is the ring's background. */
const partsOf = ({ online, offline }: Count) => [
  { count: online, fill: 'var(--online)' },
  ...(offline > 0 ? [{ count: offline, fill: 'none' }] : []),
]
