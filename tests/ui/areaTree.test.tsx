// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AreaTree, type AreaTreeProps } from '../../src/kit/areaTree/AreaTree.tsx'
import { buildTree } from '../../src/kit/areaTree/tree.ts'
import { wrapperFor } from './monitorWorld.tsx'

const areas = buildTree([
  { id: 2, name: '石家庄市', superid: 1 },
  { id: 3, name: '长安区', superid: 2 },
  { id: 4, name: '桥西区', superid: 2 },
  { id: 5, name: '槐安路', superid: 4 },
  { id: 6, name: 'East', superid: 1 },
])
const onSelect = vi.fn<(id: number | null) => void>()
beforeEach(() => onSelect.mockClear())

async function open(props: Partial<AreaTreeProps> = {}) {
  function Tree() {
    const [selected, setSelected] = useState<number | null>(props.selected ?? null)
    return (
      <AreaTree
        areas={areas}
        {...props}
        selected={selected}
        onSelect={(id) => {
          onSelect(id)
          setSelected(id)
        }}
      />
    )
  }
  render(<Tree />, { wrapper: await wrapperFor() })
}

const lines = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent)
const item = (name: string) => screen.getByRole('treeitem', { name: new RegExp(name) })
const press = (...keys: string[]) =>
  keys.forEach((key) => fireEvent.keyDown(document.activeElement ?? document.body, { key }))

describe('area tree', () => {
  it('shows names, device counts and alarms, with the top level expanded', async () => {
    await open({
      counts: new Map([
        [2, 128],
        [6, 0],
      ]),
      alarms: new Set([4]),
    })
    expect(lines()).toEqual(['石家庄市128', '长安区', '桥西区', 'East0'])
    expect(item('桥西区').querySelector('[role=img]')?.getAttribute('aria-label')).toBe('报警中')
    expect(item('石家庄市').getAttribute('aria-expanded')).toBe('true')
    expect([item('长安区').getAttribute('aria-level'), item('长安区').getAttribute('aria-expanded')]).toEqual([
      '2',
      null,
    ])
  })

  it('shows "no areas" when there are none, and only placeholders while loading', async () => {
    await open({ areas: [], none: true })
    expect(screen.getByRole('status').textContent).toBe('暂无区域')
    cleanup()
    await open({ areas: [], waiting: true })
    expect(screen.queryByRole('status')).toBeNull()
    expect(document.querySelectorAll('[data-part=skeleton]').length).toBeGreaterThan(3)
  })

  it('shows the error below the search field, and retries', async () => {
    const onRetry = vi.fn<() => void>()
    await open({ areas: [], error: new Error('区域不可用'), onRetry })
    expect(screen.getByRole('searchbox').compareDocumentPosition(screen.getByRole('alert'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('selects an item by click, and expands a branch by its arrow without selecting it', async () => {
    await open()
    fireEvent.click(item('桥西区').querySelector('[aria-hidden]') as Element)
    expect(lines()).toContain('槐安路')
    expect(onSelect).not.toHaveBeenCalled()
    fireEvent.click(item('槐安路'))
    expect(onSelect).toHaveBeenCalledWith(5)
    expect(item('槐安路').getAttribute('aria-selected')).toBe('true')
  })

  it('expands the ancestors of the selected area', async () => {
    await open({ selected: 5 })
    expect(lines()).toContain('槐安路')
  })

  it('supports the keys of the ARIA tree pattern', async () => {
    await open()
    item('石家庄市').focus()
    press('ArrowDown')
    expect(document.activeElement).toBe(item('长安区'))
    press('ArrowDown', 'ArrowRight')
    expect(lines()).toContain('槐安路')
    press('ArrowRight')
    expect(document.activeElement).toBe(item('槐安路'))
    press('ArrowLeft')
    expect(document.activeElement).toBe(item('桥西区'))
    press('ArrowLeft')
    expect(lines()).not.toContain('槐安路')
    press('End')
    expect(document.activeElement).toBe(item('East'))
    press('Home', 'ArrowUp')
    expect(document.activeElement).toBe(item('石家庄市'))
    press('e')
    expect(document.activeElement).toBe(item('East'))
    press('Enter')
    expect(onSelect).toHaveBeenLastCalledWith(6)
    expect(screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0)).toEqual([item('East')])
  })

  it('shows matches with their ancestors, and a message when nothing matches', async () => {
    await open()
    const box = screen.getByRole('searchbox')
    fireEvent.change(box, { target: { value: '槐安' } })
    expect(lines()).toEqual(['石家庄市', '桥西区', '槐安路'])
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(item('石家庄市'))
    fireEvent.change(box, { target: { value: '火星' } })
    expect(screen.queryAllByRole('treeitem')).toEqual([])
    expect(screen.getByRole('status').textContent).toBe('没有匹配的区域')
  })

  it('has an item for all areas if withAll is set', async () => {
    await open({ withAll: true, counts: new Map([[null, 9]]), selected: 3 })
    fireEvent.click(item('全部区域'))
    expect(onSelect).toHaveBeenCalledWith(null)
    expect(item('全部区域').textContent).toBe('全部区域9')
  })
})
