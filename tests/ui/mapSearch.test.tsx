// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { MapSearch } from '../../src/monitor/map/MapSearch.tsx'
import { aDevice } from '../support/devices.ts'
import { wrapperFor } from './monitorWorld.tsx'

it('map search finds a device loaded after the input and reports no match only once devices are loaded', async () => {
  const store = new DeviceStore()
  const onPick = vi.fn<(id: number) => void>()
  render(<MapSearch store={store} onPick={onPick} />, { wrapper: await wrapperFor() })
  const field = screen.getByRole('combobox', { name: '搜索设备名称' })
  fireEvent.change(field, { target: { value: '水文' } })
  expect(screen.queryByText('没有匹配的设备')).toBeNull()
  act(() =>
    store.apply({
      full: true,
      devices: [aDevice({ id: 7, name: '北河水文站' })],
      removed: [],
      values: new Float64Array(),
    }),
  )
  expect(screen.getByRole('option', { name: /北河水文站/ })).toBeTruthy()
  fireEvent.change(field, { target: { value: '雨量' } })
  expect(screen.getByText('没有匹配的设备')).toBeTruthy()
  fireEvent.change(field, { target: { value: '水文' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onPick).toHaveBeenCalledWith(7)
})
