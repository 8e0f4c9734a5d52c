import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { DeviceCard } from './DeviceCard.tsx'
import { useShowDialog } from './dialogs/openDialog.ts'
import { useListKeys } from './useListKeys.ts'
import { useOverscan } from './useOverscan.ts'
import { useWidth } from './useWidth.ts'

/** px; the same numbers as in cards.css. */
const WIDE = { card: 234, gap: 10, least: 300, side: 16, edge: 11 }
const PHONE = { card: 190, gap: 10, least: 260, side: 16, edge: 2 }

/** The devices as cards, as many side by side as 300 px each allow. Only the rows in view exist. */
export function DeviceCards({ ids, phone }: { ids: readonly number[]; phone: boolean }) {
  const translate = useTranslate()
  const show = useShowDialog()
  const ref = useRef<HTMLDivElement>(null)
  const { inner, bar } = useWidth(ref)
  const size = phone ? PHONE : WIDE
  // The scrollbar takes its room from the right margin, so that both margins look alike with any kind of scrollbar.
  const right = Math.max(4, size.side - bar)
  const columns = Math.max(1, Math.floor((inner - size.side - right + size.gap) / (size.least + size.gap)))
  const rows = useVirtualizer({
    count: inner === 0 ? 0 : Math.ceil(ids.length / columns),
    getScrollElement: () => ref.current,
    estimateSize: () => size.card + size.gap,
    paddingStart: size.edge,
    paddingEnd: phone ? size.gap : size.edge - size.gap,
    overscan: useOverscan(1, inner > 0),
  })
  const onOpen = (index: number) => show({ name: 'data', device: ids[index] ?? 0 })
  const { listProps, active } = useListKeys({ ref, count: ids.length, columns, scrollTo: (index) => rows.scrollToIndex(Math.floor(index / columns)), onOpen })
  return (
    <div
      className={`monitor-cards${phone ? ' monitor-cards--phone' : ''}`}
      ref={ref}
      role="grid"
      aria-label={translate('monitor.list.label')}
      aria-rowcount={Math.ceil(ids.length / columns)}
      {...listProps}
    >
      <div className="monitor-space" role="presentation" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => (
          <div
            key={row.key}
            className="monitor-cards-row"
            role="row"
            aria-rowindex={row.index + 1}
            style={{ right, transform: `translateY(${row.start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {ids.slice(row.index * columns, (row.index + 1) * columns).map((id, at) => {
              const index = row.index * columns + at
              return (
                <div key={id} className="monitor-item" role="gridcell" aria-colindex={at + 1} data-index={index} tabIndex={index === active ? 0 : -1}>
                  <DeviceCard id={id} phone={phone} />
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
