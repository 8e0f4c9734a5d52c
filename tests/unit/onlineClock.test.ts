import { expect, it } from 'vitest'
import { MINUTE } from '../../resources/kit/zone.ts'
import type { RegisteredDevice } from '../../server/live/registered.ts'
import { recordSample, updateAllDevices, newOnlineClock, recordsChanged } from '../../server/live/onlineClock.ts'

const NOW = 10_000_000

/** A clock over devices that go offline after a minute of silence; `ticks` counts changed marks. */
function clockOver(...given: Partial<RegisteredDevice>[]) {
  const devices = given.map(
    (over, id) =>
      ({
        id,
        control_state: 0,
        over_time: 60,
        lastAt: NOW,
        gateway_id: null,
        online: false,
        gatewayOnline: false,
        ...over,
      }) as RegisteredDevice,
  )
  const own = { ticks: 0 }
  const clock = newOnlineClock(new Map(devices.map((device) => [device.id, device])), () => ++own.ticks)
  const marks = () => devices.map(({ online, gatewayOnline }) => `${Number(online)}${Number(gatewayOnline)}`)
  /** The marks after all devices were checked. */
  const at = (now: number): string[] => {
    updateAllDevices(clock, now)
    return marks()
  }
  const speaks = (id: number, now: number): void => {
    const device = devices[id]
    if (!device) throw new Error('no device')
    device.lastAt = now
    recordSample(clock, device, now)
  }
  return Object.assign(own, { devices, clock, marks, at, speaks })
}

it('online clock marks silent devices offline, at most once per second', () => {
  const of = clockOver({}, { lastAt: NOW + 500 })
  expect(of.at(NOW)).toEqual(['11', '11'])
  expect(of.at(NOW + MINUTE)).toEqual(['11', '11'])
  expect(of.at(NOW + MINUTE + 1)).toEqual(['00', '11'])
  expect(of.at(NOW + MINUTE + 1000)).toEqual(['00', '11'])
  expect(of.at(NOW + MINUTE + 1001)).toEqual(['00', '00'])
})

it('online clock counts no change while an online device keeps sending', () => {
  const of = clockOver({})
  of.at(NOW)
  const { ticks } = of
  of.speaks(0, NOW + MINUTE)
  expect(of.at(NOW + 2 * MINUTE)).toEqual(['11'])
  expect(of.ticks).toBe(ticks)
  expect(of.at(NOW + 3 * MINUTE)).toEqual(['00'])
})

it('online clock checks again when the system time is set back', () => {
  const of = clockOver({})
  of.at(NOW)
  expect(of.at(NOW + 2 * MINUTE)).toEqual(['00'])
  expect(of.at(NOW + 1)).toEqual(['11'])
})

it('online clock marks a sending device online at once, and those behind a gateway at the next check', () => {
  const of = clockOver({ lastAt: null }, { lastAt: null, gateway_id: 7 }, { lastAt: null, gateway_id: 7 })
  expect(of.at(NOW)).toEqual(['00', '00', '00'])
  of.speaks(0, NOW)
  expect(of.marks()).toEqual(['11', '00', '00'])
  of.speaks(1, NOW)
  expect(of.marks()).toEqual(['11', '00', '00'])
  expect(of.at(NOW)).toEqual(['11', '11', '01'])
})

it('online clock checks again after device records changed', () => {
  const of = clockOver({}, { gateway_id: 7, lastAt: NOW - MINUTE })
  expect(of.at(NOW)).toEqual(['11', '11'])
  Object.assign(of.devices[0] ?? {}, { control_state: 1 })
  Object.assign(of.devices[1] ?? {}, { gateway_id: 8, lastAt: null })
  expect(of.at(NOW)).toEqual(['11', '11'])
  recordsChanged(of.clock)
  expect(of.at(NOW)).toEqual(['00', '00'])
})
