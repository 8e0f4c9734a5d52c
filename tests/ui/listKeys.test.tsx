// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { describe, expect, it } from 'vitest'
import { useListKeys } from '../../src/monitor/list/useListKeys.ts'

const COLUMNS = 3

/**
 * Items in rows, as cards are: an item that moves to another row is another element. Draws what the extractor returns
 * for the first two rows.
 */
function Items({ ids }: { ids: readonly number[] }) {
  const ref = useRef<HTMLDivElement>(null)
  const { listProps, active, rangeExtractor } = useListKeys({
    ref,
    ids,
    columns: COLUMNS,
    place: (index) => ({ top: 100 * Math.floor(index / COLUMNS), height: 100 }),
    onOpen: () => {},
  })
  const last = Math.min(ids.length, 2 * COLUMNS) - 1
  const drawn = rangeExtractor({ startIndex: 0, endIndex: last, overscan: 0, count: ids.length })
  return (
    <div ref={ref} {...listProps}>
      {[...new Set(drawn.map((index) => Math.floor(index / COLUMNS)))].map((row) => (
        <div key={row}>
          {drawn
            .filter((index) => Math.floor(index / COLUMNS) === row)
            .map((index) => (
              <div key={ids[index]} role="gridcell" data-index={index} tabIndex={index === active ? 0 : -1}>
                {`device ${ids[index]}`}
                <button type="button">{`act ${ids[index]}`}</button>
              </div>
            ))}
        </div>
      ))}
    </div>
  )
}

const focused = () => document.activeElement?.firstChild?.textContent
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const ids = [10, 20, 30, 40, 50, 60, 70, 80, 90]

describe('useListKeys', () => {
  it('moves the focus to items that are not rendered yet', () => {
    render(<Items ids={ids} />)
    screen.getByText('device 10').focus()
    key('End')
    expect(focused()).toBe('device 90')
    key('Home')
    expect(focused()).toBe('device 10')
    key('ArrowDown')
    expect(focused()).toBe('device 40')
  })

  it('keeps the focus on its device when the list is reordered, or on the last when it is removed', () => {
    const { rerender } = render(<Items ids={ids} />)
    screen.getByText('device 10').focus()
    // The full answer has arrived: devices in alarm come before all others.
    rerender(<Items ids={[70, 80, 90, 10, 20, 30, 40]} />)
    expect(focused()).toBe('device 10')
    key('End')
    expect(focused()).toBe('device 40')
    rerender(<Items ids={[70, 80]} />)
    expect(focused()).toBe('device 80')
  })

  it('does not take the focus from a button inside another item', () => {
    const { rerender } = render(<Items ids={ids} />)
    screen.getByText('device 10').focus()
    screen.getByText('act 20').focus()
    rerender(<Items ids={[...ids, 100]} />)
    expect(document.activeElement?.textContent).toBe('act 20')
  })

  it('does not restore the focus after the user left the list', async () => {
    const { rerender } = render(<Items ids={ids} />)
    const item = screen.getByText('device 10')
    item.focus()
    await act(async () => item.blur())
    rerender(<Items ids={ids.toReversed()} />)
    expect(document.activeElement).toBe(document.body)
  })
})
