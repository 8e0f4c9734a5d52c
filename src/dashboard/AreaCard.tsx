import { IconButton } from '@mui/material'
import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { mayOpen } from '../../resources/kit/access.ts'
import { LINE_COLORS } from '../chart/colors.ts'
import { countByArea } from '../live/deviceStatus.ts'
import type { DeviceStore } from '../live/deviceStore.ts'
import { usePausePolls } from '../kit/hooks/pausePolls.ts'
import { useListedDevices } from '../live/useDevice.ts'
import type { AreaNode } from '../kit/areaTree/tree.ts'
import { Dialog, EmptyState, useCaller } from '../kit/index.ts'
import textCss from '../kit/text.module.css'
import { areaShares, topShares, type AreaShare } from './figures.ts'
import css from './overview.module.css'
import dashboardCss from './dashboard.module.css'

const Ring = lazy(() => import('../chart/Ring.tsx'))

interface AreaCardProps {
  store: DeviceStore
  areas: readonly AreaNode[]
}

/** Devices by area: the largest shares as a ring beside the same numbers as a table; a button shows all of them. */
export function AreaCard({ store, areas }: AreaCardProps) {
  const translate = useTranslate()
  const listed = useListedDevices(store)
  const [open, setOpen] = useState(false)
  usePausePolls(open)
  const { all, shares } = useMemo(() => {
    const { total, all: devices } = countByArea(listed.heads())
    return { all: devices, shares: areaShares(areas, total, devices) }
  }, [listed, areas])
  const { top, rest } = topShares(shares)
  const label = translate('dashboard.areas')
  const rows: Row[] = top.map(({ area, name, count }) => ({
    area,
    name: name ?? translate('monitor.card.noArea'),
    count,
  }))
  if (rest) rows.push({ area: null, name: translate('dashboard.rest', { count: rest.areas }), count: rest.count })
  return (
    <section className={clsx(dashboardCss.card, css.areas)} aria-label={label}>
      <header className={dashboardCss.head}>
        <h2>{label}</h2>
        <span>{translate('dashboard.byArea')}</span>
        <IconButton
          className={dashboardCss.headButton}
          aria-label={translate('dashboard.allAreas')}
          title={translate('dashboard.allAreas')}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </header>
      {all === 0 ? (
        <EmptyState title={translate('monitor.empty.none')} />
      ) : (
        <div className={css.areasBody}>
          <span className={css.donut} aria-hidden="true">
            <Suspense fallback={null}>
              <Ring
                parts={rows.map(({ count }, index) => ({ count, fill: colorOf(index) }))}
                size={132}
                width={20}
                gap={rows.length > 1 ? 2 : 0}
              />
            </Suspense>
            <span>
              <b>{all}</b>
              {translate('dashboard.allDevices')}
            </span>
          </span>
          <AreaTable label={label} rows={rows} all={all} coloured />
        </div>
      )}
      {open && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <AreaTable
            label={label}
            rows={shares.map((share: AreaShare) => ({
              ...share,
              name: share.name ?? translate('monitor.card.noArea'),
            }))}
            all={all}
          />
        </Dialog>
      )}
    </section>
  )
}

const colorOf = (index: number) => `var(${LINE_COLORS[index % LINE_COLORS.length]})`

interface Row {
  area: number | null
  name: string
  count: number
}

function AreaTable({
  label,
  rows,
  all,
  coloured = false,
}: {
  label: string
  rows: readonly Row[]
  all: number
  coloured?: boolean
}) {
  const translate = useTranslate()
  const linked = mayOpen(useCaller(), '2-1')
  return (
    <table className={css.shares} aria-label={label}>
      <colgroup>
        <col />
        <col />
        <col />
      </colgroup>
      <thead className={textCss.visuallyHidden}>
        <tr>
          <th scope="col">{translate('dashboard.area')}</th>
          <th scope="col">{translate('dashboard.allDevices')}</th>
          <th scope="col">{translate('dashboard.share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ area, name, count }, index) => (
          <tr key={area ?? name}>
            <th scope="row">
              <span>
                {coloured && <i aria-hidden="true" style={{ background: colorOf(index) }} />}
                {linked && area !== null ? (
                  <Link className={textCss.ellipsis} to={`/monitor/data?area=${area}`} title={name}>
                    {name}
                  </Link>
                ) : (
                  <span className={textCss.ellipsis} title={name}>
                    {name}
                  </span>
                )}
              </span>
            </th>
            <td>{count}</td>
            <td>{((count / Math.max(1, all)) * 100).toFixed(1)} %</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
