// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { memo, Profiler } from 'react'
import { describe, expect, it } from 'vitest'
import { Zone } from '../../resources/kit/zone.ts'
import { DisplayContext } from '../../src/live/display.ts'
import { Snapshot } from '../../src/live/states/changes.ts'
import { DeviceStore } from '../../src/live/deviceStore.ts'
import { DeviceStoreContext, useDevice } from '../../src/live/useDevice.ts'
import { DeviceCard } from '../../src/monitor/list/DeviceCard.tsx'
import { aDevice, aNode } from '../support/devices.ts'
import { wrapperFor } from './monitorWorld.tsx'

const devices = (values: number[]) =>
  values.map((value, at) =>
    aDevice({ id: at + 1, name: `D${at + 1}`, nodes: [aNode({ id: 1, value, at: 1000 + value })] }),
  )

function setUp(values: number[]) {
  const frames: (() => void)[] = []
  const store = new DeviceStore((apply) => void frames.push(apply))
  const source = new Snapshot()
  store.apply(source.accept(devices(values)))
  const drawFrame = () => act(() => frames.splice(0).forEach((apply) => apply()))
  const poll = (next: number[]) => act(() => store.apply(source.accept(devices(next))))
  return { store, drawFrame, poll }
}

describe('live device row', () => {
  it('rerenders only when its own device changed', async () => {
    const { store, drawFrame, poll } = setUp([1, 2, 3])
    const drawn: number[] = []
    const Row = memo(function Row({ id }: { id: number }) {
      drawn.push(id)
      return <p>{useDevice(id)?.nodes[0]?.value}</p>
    })
    render(
      <DeviceStoreContext.Provider value={store}>
        {[1, 2, 3].map((id) => (
          <Row key={id} id={id} />
        ))}
      </DeviceStoreContext.Provider>,
    )
    expect(drawn.splice(0)).toEqual([1, 2, 3])
    poll([1, 20, 3])
    expect(drawn.splice(0)).toEqual([2])
    store.push([{ sn: '', deviceid: 3, t: 5000, values: [{ id: 1, value: 30 }] }])
    expect(drawn).toEqual([])
    drawFrame()
    expect(drawn.splice(0)).toEqual([3])
    expect(screen.getAllByText(/\d/).map((row) => row.textContent)).toEqual(['1', '20', '30'])
  })

  it('rerenders only the changed DeviceCard and flashes its changed value once', async () => {
    const { store, poll } = setUp([1, 2, 3])
    const commits: string[] = []
    const { container } = render(
      <DeviceStoreContext.Provider value={store}>
        {[1, 2, 3].map((id) => (
          <Profiler key={id} id={`D${id}`} onRender={(name) => commits.push(name)}>
            <DeviceCard id={id} />
          </Profiler>
        ))}
      </DeviceStoreContext.Provider>,
      { wrapper: await wrapperFor() },
    )
    commits.length = 0
    expect(container.querySelectorAll('[data-flash]')).toHaveLength(0)
    poll([1, 2, 3])
    expect(container.querySelectorAll('[data-flash]')).toHaveLength(0)
    commits.length = 0
    poll([1, 2.5, 3])
    expect([...new Set(commits)]).toEqual(['D2'])
    expect([...container.querySelectorAll('[data-flash]')].map(({ textContent }) => textContent)).toEqual(['2.5'])
  })
  it('shows the node in alarm first on the card until the alarm ends', async () => {
    const store = new DeviceStore()
    const source = new Snapshot()
    const poll = (value: number, thre_list: number[]) => {
      const nodes = [1, 2, 3, 4, 5, 6].map((id) => aNode({ id, alias: `N${id}`, value: value + id, at: 1000 + value }))
      act(() => store.apply(source.accept([aDevice({ id: 1, thre_list, nodata_list: [], nodes })])))
    }
    poll(1, [31])
    const names = {
      areaNames: new Map(),
      closedAreas: new Set<number>(),
      gateways: new Map(),
      thresholds: new Map([[31, { id: 31, nodes: [6], alarm_msg: '超标' }]]),
    }
    const { container } = render(
      <DisplayContext.Provider value={{ names, now: 2000, zone: new Zone('UTC') }}>
        <DeviceStoreContext.Provider value={store}>
          <DeviceCard id={1} />
        </DeviceStoreContext.Provider>
      </DisplayContext.Provider>,
      { wrapper: await wrapperFor() },
    )
    const shown = () =>
      [...container.querySelectorAll<HTMLElement>('[data-part="node"]')].map(
        ({ textContent, dataset }) => `${/N\d/.exec(textContent ?? '')?.[0]}${dataset['alarm'] ? '!' : ''}`,
      )
    expect(shown()).toEqual(['N6!', 'N1', 'N2', 'N3'])
    poll(9, [31])
    expect(shown()).toEqual(['N6!', 'N1', 'N2', 'N3'])
    poll(9.5, [])
    expect(shown()).toEqual(['N1', 'N2', 'N3', 'N4'])
  })
})
