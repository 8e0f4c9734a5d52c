import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslate } from 'react-admin'
import { Suspense, useContext, useRef } from 'react'
import { useMeasures } from '../../environment/useJudge.ts'
import { useOffered } from '../../environment/useOffered.ts'
import { DayHead } from './DayCurve.tsx'
import { VerdictsContext } from './verdicts.ts'
import { DeviceRow } from './DeviceRow.tsx'
import { useShowDialog } from '../dialogs/openDialog.ts'
import { useListKeys } from './useListKeys.ts'
import { useOverscan } from './useOverscan.ts'
import { useWidth } from './useWidth.ts'
import css from './rows.module.css'
import monitorCss from '../monitor.module.css'

/** px; the same numbers as in rows.module.css. */
const ROW = 50
const HEAD = 36
const BESIDES = 98 + 100 + 80
const NAME = { least: 140, wanted: 160, parts: 1.6 }
const CELL = 96
const CLASS = 120
const DAY = { width: 124, leastCells: 4 }
const MAX_CELLS = 5
const PADDING = 20

/** How many nodes fit into this width beside the device's name, px. */
const fitting = (room: number): number => Math.floor((room - NAME.wanted) / CELL)

interface DeviceRowsProps {
  ids: readonly number[]
  /** Number of devices in the area; null while more are arriving. */
  total: number | null
}

/** Lists the devices as rows of one grid: the head is sticky, and only the rows in view are rendered. */
export function DeviceRows({ ids, total }: DeviceRowsProps) {
  const translate = useTranslate()
  const show = useShowDialog()
  const ref = useRef<HTMLDivElement>(null)
  const { inner } = useWidth(ref)
  const isJudged = useContext(VerdictsContext).size > 0
  const hasHours = useOffered('environment-hours')
  const besideClass = inner - BESIDES - (isJudged ? CLASS : 0)
  const hasDay = isJudged && hasHours && fitting(besideClass - DAY.width) >= DAY.leastCells
  const { whereOf } = useMeasures(hasDay)
  const free = besideClass - (hasDay ? DAY.width : 0)
  const cells = Math.max(1, Math.min(MAX_CELLS, fitting(free)))
  const law = `${isJudged ? `${CLASS}px ` : ''}${hasDay ? `${DAY.width}px ` : ''}`
  const columns = `98px minmax(${NAME.least}px, ${NAME.parts}fr) ${law}repeat(${cells}, minmax(0, 1fr)) 100px 80px`
  const name = Math.max(NAME.least, (free * NAME.parts) / (cells + NAME.parts))
  const [nameRoom, cellRoom] = [Math.floor(name) - PADDING, Math.floor((free - name) / cells) - PADDING]
  const { listProps, active, rangeExtractor } = useListKeys({
    ref,
    ids,
    columns: 1,
    place: (index) => ({ top: index * ROW, height: ROW }),
    head: HEAD,
    onOpen: (index) => show({ name: 'data', device: ids[index] ?? 0 }),
  })
  const rows = useVirtualizer({
    count: inner === 0 ? 0 : ids.length,
    getScrollElement: () => ref.current,
    estimateSize: () => ROW,
    overscan: useOverscan(4, inner > 0),
    rangeExtractor,
  })
  return (
    <>
      <div
        className={css.rows}
        ref={ref}
        role="grid"
        aria-label={translate('monitor.list.label')}
        aria-rowcount={total === null ? -1 : ids.length + 1}
        {...listProps}
      >
        <div className={css.rowsHead} role="row" aria-rowindex={1} style={{ gridTemplateColumns: columns }}>
          <div role="columnheader">{translate('monitor.list.status')}</div>
          <div role="columnheader">{translate('monitor.list.device')}</div>
          {isJudged && <div role="columnheader">{translate('monitor.list.class')}</div>}
          {hasDay && (
            <div role="columnheader">
              <Suspense fallback={null}>
                <DayHead />
              </Suspense>
            </div>
          )}
          <div role="columnheader" aria-colspan={cells} style={{ gridColumn: `span ${cells}` }}>
            {translate('monitor.list.nodes')} <small>· {translate('monitor.list.rangeHint')}</small>
          </div>
          <div role="columnheader" className={css.rowAt}>
            {translate('monitor.list.updated')}
          </div>
          <div role="columnheader" aria-label={translate('monitor.list.actions')} />
        </div>
        <div className={monitorCss.space} role="rowgroup" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) => {
            const id = ids[row.index]
            return id === undefined ? null : (
              <DeviceRow
                key={id}
                id={id}
                index={row.index}
                start={row.start}
                cells={cells}
                cellRoom={cellRoom}
                nameRoom={nameRoom}
                columns={columns}
                whereOf={hasDay ? whereOf : null}
                active={row.index === active}
              />
            )
          })}
        </div>
      </div>
      <footer className={css.rowsFoot}>
        {total === null
          ? translate('monitor.list.loading')
          : ids.length === total
            ? translate('monitor.list.shown', { count: total })
            : translate('monitor.list.shownOf', { count: ids.length, total })}
      </footer>
    </>
  )
}
