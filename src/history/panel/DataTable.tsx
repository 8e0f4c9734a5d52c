import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { useMemo, useRef } from 'react'
import type { Zone } from '../../../resources/kit/zone.ts'
import { RowsSkeleton } from '../../kit/states/RowsSkeleton.tsx'
import { cellText, type CellNode } from './nodeLines.ts'
import type { NodeEpisode } from './useMarks.ts'
import { inAlarm, tableRows } from './tableRows.ts'
import css from './answers.module.css'

interface DataTableProps {
  label: string
  nodes: readonly CellNode[]
  /** Alarms of the span: values of a node in alarm are highlighted. */
  episodes?: readonly NodeEpisode[]
  zone: Zone
  loading: boolean
}

const ROW = 32
const none: readonly never[] = []

/**
 * Every sample, newest first: the time and one column per node (spec 1 §2.8). Renders only the visible rows: a month
 * has 43,200.
 */
export function DataTable({ label, nodes, episodes = none, zone, loading }: DataTableProps) {
  const translate = useTranslate()
  // Height before it scrolls, px (spec 1 §9).
  const height = window.innerHeight > 900 ? 300 : 200
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => tableRows(nodes.map(({ cells }) => cells)), [nodes])
  const seen = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  if (loading && rows.length === 0) return <RowsSkeleton height={ROW} rows={Math.floor(height / ROW) - 1} />
  const grid = {
    gridTemplateColumns: `180px repeat(${nodes.length}, minmax(110px, 1fr))`,
    minWidth: 180 + 110 * nodes.length,
  }
  return (
    <div
      ref={box}
      className={css.table}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      tabIndex={-1}
      style={{ maxHeight: height }}
    >
      <div className={clsx(css.tableRow, css.tableHead)} role="row" style={grid}>
        <span role="columnheader">{zone.head(translate('history.time'))}</span>
        {nodes.map(({ id, cells: { label: name, unit } }) => (
          <span key={id} role="columnheader" data-numeric title={`${name} ${unit}`.trim()}>
            {`${name} ${unit}`.trim()}
          </span>
        ))}
      </div>
      <div className={css.tableSpace} role="rowgroup" style={{ height: seen.getTotalSize() }}>
        {seen.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={row.at}
                className={css.tableRow}
                role="row"
                aria-rowindex={index + 2}
                data-odd={index % 2 || undefined}
                style={{ ...grid, transform: `translateY(${start}px)` }}
              >
                <span role="cell">{zone.full(row.at)}</span>
                {nodes.map((node, column) => (
                  <span
                    key={node.id}
                    role="cell"
                    data-numeric
                    data-alarm={inAlarm(episodes, node.id, row.at) || undefined}
                  >
                    {cellText(node, row.values[column]) ?? '—'}
                  </span>
                ))}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
