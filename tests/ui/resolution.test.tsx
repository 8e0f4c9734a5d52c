// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { liveReading } from '../../src/live/sparklines/resolution.ts'
import { NodeValue } from '../../src/live/nodes/NodeValue.tsx'
import { NodeCell } from '../../src/monitor/list/NodeLine.tsx'
import { aNode } from '../support/devices.ts'

// A node's values share its decimals wherever they are shown live.
const value = (id: number, value: number | null) => aNode({ id, value, registertype: 4 })

it('NodeValue shows all values of a node with its finest decimals, even those rendered earlier', async () => {
  render(
    <>
      <NodeValue node={value(41, 7.2)} alarm={false} />
      <NodeValue node={value(42, 3.1)} alarm={false} />
      <NodeValue node={value(41, 7.27)} alarm={false} />
    </>,
  )
  await waitFor(() =>
    expect([...document.querySelectorAll('[data-part=reading]')].map(({ textContent }) => textContent)).toEqual([
      '7.20',
      '3.1',
      '7.27',
    ]),
  )
})

it('NodeCell shows all values of a node with its finest decimals', async () => {
  const cell = (number: number) => (
    <NodeCell device={1} node={value(41, number)} status="online" alarm={false} textWidth={200} />
  )
  const { rerender } = render(
    <>
      {cell(7.2)}
      {cell(7.27)}
    </>,
  )
  await waitFor(() =>
    expect(screen.getAllByRole('gridcell').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('7.20'),
      expect.stringContaining('7.27'),
    ]),
  )
  rerender(cell(6))
  expect(screen.getByRole('gridcell').textContent).toContain('6.00')
})

it('liveReading formats a value with the decimals known for its node', () => {
  expect(liveReading(value(41, 7.27))).toEqual({ kind: 'number', value: 7.27, text: '7.27' })
  expect(liveReading(value(41, 1842))).toEqual({ kind: 'number', value: 1842, text: '1,842.00' })
  expect(liveReading(value(41, null))).toEqual({ kind: 'none', reason: 'noData' })
  expect(liveReading(value(43, 2e9))).toMatchObject({ text: '2.00e+9' })
})
