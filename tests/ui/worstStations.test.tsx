// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { readStationRows } from '../../dataProvider/calls/environment.ts'
import { readDevices } from '../../dataProvider/normalise.ts'
import { verdictOf } from '../../src/environment/verdict.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { DeviceStoreContext } from '../../src/live/useDevice.ts'
import { WorstStations } from '../../src/monitor/map/stations/WorstStations.tsx'
import { deviceRow, wrapperFor } from './monitorWorld.tsx'
import { answerCalls } from './pageWorld.tsx'

it('an empty list of the worst says that nobody measures it only where that is known', async () => {
  forgetCapabilities()
  answerCalls({
    'GET capabilities': () => ({
      data: { name: 'p', version: '1', extensions: ['environment', 'environment-measures'] },
    }),
    'GET environment': () => ({ data: { nodes: [{ id: 41, pollutant: 'o3' }], devices: [], projects: [] } }),
  })
  const store = new DeviceStore()
  store.apply({ full: true, devices: readDevices([deviceRow(1)]), removed: [], values: new Float64Array() })
  const verdicts = readStationRows([
    { deviceid: 1, medium: 'air', standard: 'HJ633-2026', period: '1h', index: null, level: null, parts: {} },
  ]).map(verdictOf)
  const draw = async (quantity: 'o3' | 'so2', shown: number[], loaded = true): Promise<void> => {
    const list = (
      <WorstStations
        order={[]}
        readings={new Map()}
        quantity={quantity}
        verdicts={verdicts}
        shown={new Set(shown)}
        loaded={loaded}
        caption=""
        isPast={false}
        selected={null}
        hovered={null}
        onHover={() => {}}
        onPick={() => {}}
      />
    )
    render(<DeviceStoreContext.Provider value={store}>{list}</DeviceStoreContext.Provider>, {
      wrapper: await wrapperFor(),
    })
  }
  await draw('o3', [1])
  expect(await screen.findByText('此时尚无评价结果')).toBeTruthy()
  cleanup()
  await draw('so2', [1])
  expect(await screen.findByText('图上没有站点测量此项')).toBeTruthy()
  cleanup()
  await draw('o3', [])
  expect(await screen.findByText('图上没有站点测量此项')).toBeTruthy()
  cleanup()
  await draw('o3', [], false)
  expect(await screen.findByText('正在加载…')).toBeTruthy()
  vi.unstubAllGlobals()
})
