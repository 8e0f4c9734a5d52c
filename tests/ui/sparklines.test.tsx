// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceRow, nodeRow, openMonitor, startLivePlatform, type LivePlatform } from './monitorWorld.tsx'

let platform: LivePlatform
const minute = 60_000
const asked = () => platform.sent.filter(({ path }) => path === 'sparklines').length
const line = (id: number) =>
  screen
    .queryByRole('article', { name: `空气微站 ${id}` })
    ?.querySelector('[data-part=line]')
    ?.getAttribute('d')
    ?.split('L').length ?? 0
/** Gives each test devices of its own: what is known of a device is cached from page to page. */
const offer = (...ids: number[]) => {
  platform.devices = ids.map((id) => deviceRow(id, { nodestatelist: [nodeRow(41, 350)] }))
  platform.answers.set('sparklines', () =>
    ids.map((deviceid) => ({
      deviceid,
      nodes: [{ nodemapid: 41, data: Array.from({ length: 30 }, (_, i) => [Date.now() - (32 - i) * minute, 300 + i]) }],
    })),
  )
}

beforeEach(() => {
  platform = startLivePlatform()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('sparklines of the monitor list', () => {
  it('show the last hour with a single request and are cached across pages', async () => {
    platform.answers.set('capabilities', () => ({ extensions: ['sparklines'] }))
    offer(101, 102, 103)
    await openMonitor()
    await waitFor(() => expect([101, 102, 103].map(line)).toEqual([31, 31, 31]))
    expect(asked()).toBe(1)
    cleanup()
    await openMonitor()
    await waitFor(() => expect([101, 102, 103].map(line)).toEqual([31, 31, 31]))
    expect(asked()).toBe(1)
  })

  it('show the change within an hour beside a node in alarm', async () => {
    platform.answers.set('capabilities', () => ({ extensions: ['sparklines'] }))
    const data = Array.from({ length: 59 }, (_, i) => [Date.now() - (59 - i) * minute, 90 + i])
    platform.answers.set('sparklines', () =>
      [301, 302].map((deviceid) => ({ deviceid, nodes: [{ nodemapid: 41, data }] })),
    )
    // Stored values are shown as tenths.
    const nodestatelist = [nodeRow(41, 400)]
    platform.devices = [deviceRow(301, { thre_list: [31], nodestatelist }), deviceRow(302, { nodestatelist })]
    await openMonitor()
    const card = (id: number) => within(screen.getByRole('article', { name: `空气微站 ${id}` }))
    await waitFor(() => expect(card(301).getByRole('img', { name: '↑ 31.0 / 1 h' })).toBeTruthy())
    expect(line(302)).toBe(60)
    expect(card(302).queryByRole('img', { name: /1 h$/ })).toBeNull()
  })

  it('show the change of a direction along the shorter arc', async () => {
    platform.answers.set('capabilities', () => ({ extensions: ['sparklines', 'environment-measures'] }))
    platform.answers.set('environment/measures', () => ({
      nodes: [],
      devices: [],
      projects: [],
      winds: [],
      directions: [{ id: 41 }],
    }))
    // Tenths of degrees, from 350° past north to 10°.
    const data = Array.from({ length: 59 }, (_, i) => [Date.now() - (59 - i) * minute, i < 30 ? 3500 : 100])
    platform.answers.set('sparklines', () => [
      { deviceid: 311, nodes: [41, 42].map((nodemapid) => ({ nodemapid, data })) },
    ])
    platform.answers.set('godbThresholdNameList', () => [41, 42].map((id) => ({ id, nodemap_id: id, alarm_msg: 'm' })))
    platform.devices = [deviceRow(311, { thre_list: [41, 42], nodestatelist: [nodeRow(41, 100), nodeRow(42, 100)] })]
    await openMonitor()
    const card = within(await screen.findByRole('article', { name: '空气微站 311' }))
    await waitFor(() => expect(card.getByRole('img', { name: '↑ 20.0 / 1 h' })).toBeTruthy())
    expect(card.getByRole('img', { name: '↓ 340.0 / 1 h' })).toBeTruthy()
  })

  it('have the class colour of each value, or the state’s colour if it is unrated or stale', async () => {
    const extensions = ['sparklines', 'environment', 'environment-measures']
    platform.answers.set('capabilities', () => ({ extensions }))
    platform.answers.set('environment', () => [])
    platform.answers.set('environment/measures', () => ({
      nodes: [{ id: 41, pollutant: 'pm25' }],
      devices: [],
      projects: [],
    }))
    platform.answers.set('godbThresholdNameList', () => [41, 42].map((id) => ({ id, nodemap_id: id, alarm_msg: 'm' })))
    // Stored values are shown as tenths: from 30 to 41 µg/m³, which crosses from one class to another.
    const data = Array.from({ length: 30 }, (_, i) => [Date.now() - (32 - i) * minute, i < 20 ? 300 + i : 400 + i])
    platform.answers.set('sparklines', () =>
      [601, 602, 603].map((deviceid) => ({ deviceid, nodes: [41, 42].map((nodemapid) => ({ nodemapid, data })) })),
    )
    const old = { lastdata: { historydata: 420, insertdate: Date.now() - 13.7 * minute } }
    const nodestatelist = [nodeRow(41, 420), nodeRow(42, 420)]
    platform.devices = [
      deviceRow(601, { nodestatelist }),
      deviceRow(602, { nodestatelist, thre_list: [41, 42] }),
      deviceRow(603, { nodestatelist: [nodeRow(41, 420, old)] }),
    ]
    await openMonitor('/monitor/data?layout=cards')
    const looks = (id: number) =>
      [...screen.getByRole('article', { name: `空气微站 ${id}` }).querySelectorAll('[data-part=spark]')].map((spark) =>
        [spark, ...spark.querySelectorAll('[data-part=line]')].map((part) => part.getAttribute('data-verdict')),
      )
    const states = (id: number) =>
      [...screen.getByRole('article', { name: `空气微站 ${id}` }).querySelectorAll('[data-part=spark]')].map((spark) =>
        spark.getAttribute('data-status'),
      )
    const judged = ['a2', 'a1', 'a2']
    await waitFor(() => expect(looks(601)).toEqual([judged, [null, null]]))
    expect(looks(602)).toEqual([judged, [null, null]])
    expect(looks(603)).toEqual([[null, null]])
    await waitFor(() =>
      expect([states(601), states(602), states(603)]).toEqual([['online', 'online'], ['online', 'alarm'], ['stale']]),
    )
  })

  it('mark cards as narrow when the list is 1000 px wide, but not at 1200 px', async () => {
    offer(401)
    const clientWidth = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get')
    try {
      for (const [width, isNarrow] of [
        [1200, false],
        [1000, true],
      ] as const) {
        clientWidth.mockReturnValue(width)
        await openMonitor()
        const card = await screen.findByRole('article', { name: '空气微站 401' })
        expect(card.closest('[data-narrow]') !== null).toBe(isNarrow)
        cleanup()
      }
    } finally {
      clientWidth.mockRestore()
    }
  })

  it('start empty without a request when the platform lacks the sparklines extension', async () => {
    offer(201)
    await openMonitor()
    await screen.findByRole('article', { name: '空气微站 201' })
    await waitFor(() => expect(platform.sent.some(({ path }) => path === 'capabilities')).toBe(true))
    await Promise.resolve()
    expect(line(201)).toBe(0)
    expect(asked()).toBe(0)
  })
})
