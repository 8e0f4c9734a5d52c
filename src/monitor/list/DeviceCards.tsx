import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useTranslate } from 'react-admin'
import { useLayoutEffect, useRef } from 'react'
import { DeviceCard } from './DeviceCard.tsx'
import { useShowDialog } from '../dialogs/openDialog.ts'
import { useListKeys } from './useListKeys.ts'
import { useOverscan } from './useOverscan.ts'
import { useWidth } from './useWidth.ts'
import monitorCss from '../monitor.module.css'
import css from './cards.module.css'

/** px; the same numbers as in cards.module.css. */
const CARD_LAYOUT = { card: 234, gap: 10, least: 300, side: 16, edge: 11 }
const PHONE = { card: 142, gap: 10, least: 300, side: 16, edge: 2 }
/**
 * Width from which a card shows how a value in alarm changed, px: below it a name of four characters beside the value
 * and its class would be cut.
 */
const CHANGE_LEAST = 330

interface DeviceCardsProps {
  ids: readonly number[]
  /** Number of devices in the area; null while more are arriving. */
  total: number | null
  phone: boolean
}

/** Lists the devices as cards, as many per row as 300 px each allow. Only the rows in view are rendered. */
export function DeviceCards({ ids, total, phone }: DeviceCardsProps) {
  const translate = useTranslate()
  const show = useShowDialog()
  const ref = useRef<HTMLDivElement>(null)
  const { inner, bar } = useWidth(ref)
  const size = phone ? PHONE : CARD_LAYOUT
  // The scrollbar takes its room from the right margin, so that both margins look alike with any kind of scrollbar.
  const right = Math.max(4, size.side - bar)
  const across = inner - size.side - right + size.gap
  const columns = Math.max(1, Math.floor(across / (size.least + size.gap)))
  const pitch = size.card + size.gap
  // Single cards are virtualised, each with a fraction of its row's height: while scrolling they mount one after
  // another, not a whole row in one frame. The overscan of one card less than a row keeps every visible row complete.
  const part = pitch / columns
  const rows = Math.ceil(ids.length / columns)
  const { listProps, active, rangeExtractor } = useListKeys({
    ref,
    ids,
    columns,
    place: (index) => ({ top: size.edge + Math.floor(index / columns) * pitch, height: size.card }),
    edge: size.edge,
    onOpen: (index) => show({ name: 'data', device: ids[index] ?? 0 }),
  })
  const cards = useVirtualizer({
    count: inner === 0 ? 0 : ids.length,
    getScrollElement: () => ref.current,
    estimateSize: () => part,
    paddingStart: size.edge,
    overscan: columns - 1 + useOverscan(columns, inner > 0),
    rangeExtractor,
  })
  useLayoutEffect(() => cards.measure(), [cards, part])
  const shown = new Map<number, number[]>()
  for (const { index } of cards.getVirtualItems()) {
    const row = Math.floor(index / columns)
    shown.set(row, [...(shown.get(row) ?? []), index])
  }
  return (
    <div
      className={css.cards}
      data-small={phone || undefined}
      data-narrow={across / columns - size.gap < CHANGE_LEAST || undefined}
      ref={ref}
      role="grid"
      aria-label={translate('monitor.list.label')}
      aria-rowcount={total === null ? -1 : rows}
      {...listProps}
    >
      <div
        className={clsx(monitorCss.space, css.cardsSpace)}
        role="presentation"
        style={{ height: rows * pitch + 2 * size.edge - size.gap }}
      >
        {[...shown].map(([row, indexes]) => (
          <div
            key={row}
            className={css.cardsRow}
            role="row"
            aria-rowindex={row + 1}
            style={{
              right,
              transform: `translateY(${size.edge + row * pitch}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {indexes.map((index) => {
              const [id, at] = [ids[index], index % columns]
              return id === undefined ? null : (
                <div
                  key={id}
                  className={css.item}
                  role="gridcell"
                  aria-colindex={at + 1}
                  data-index={index}
                  tabIndex={index === active ? 0 : -1}
                  style={{ gridColumn: at + 1 }}
                >
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
