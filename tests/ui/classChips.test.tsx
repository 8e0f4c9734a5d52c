// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deviceRow, openMonitor, startLivePlatform, type LivePlatform } from './monitorWorld.tsx'

const verdict = (deviceid: number, index: number | null, level: number | null) => ({
  deviceid,
  medium: 'air',
  standard: 'HJ633-2026',
  period: '1h',
  index,
  level,
  primary: [],
  missing: [],
  coverage: 1,
  at: 1795262400000,
})

let platform: LivePlatform
beforeEach(() => {
  platform = startLivePlatform()
  platform.devices = [deviceRow(1), deviceRow(2), deviceRow(3), deviceRow(4, { deviceisonline: 0 })]
  platform.answers.set('capabilities', () => ({ name: 'p', version: '1', extensions: ['environment'] }))
  platform.answers.set('environment', () => [verdict(1, 62, 2), verdict(2, 169, 4), verdict(4, 120, 3)])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const order = () => screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label'))
const more = () => screen.findByRole('button', { name: /^更多筛选/ })

describe('class filters of the device list', () => {
  it('offer the worse classes of each occurring scale with total counts, and filter the list', async () => {
    platform.devices = [deviceRow(1), deviceRow(2), deviceRow(3), deviceRow(4)]
    platform.answers.set('environment', () => [
      verdict(1, 62, 2),
      verdict(2, 169, 4),
      verdict(3, 230, 5),
      verdict(4, 120, 3),
      { ...verdict(1, null, 2), medium: 'noise', standard: 'GB3096-2008', period: 'day', exceeded: 6.1 },
    ])
    const { location } = await openMonitor('/monitor/data?layout=cards')
    const chips = within(await screen.findByRole('group', { name: '环境级别' }))
    const words = () => chips.getAllByRole('button').map(({ textContent }) => textContent)
    expect(words()).toEqual(['中度及更差2', '轻度1', '噪声超标1'])
    const [worse, light, noise] = chips.getAllByRole('button')
    fireEvent.click(worse ?? document.body)
    await waitFor(() => expect(order()).toEqual(['空气微站 2', '空气微站 3']))
    expect(new URLSearchParams(location.search).get('class')).toBe('a4-worse')
    expect(chips.getAllByRole('button', { pressed: true })).toEqual([worse])
    // The selected class takes no room in the button of all filters.
    expect([(await more()).textContent, (await more()).getAttribute('aria-label')]).toEqual([
      '',
      '更多筛选: 中度 · 及更差',
    ])
    fireEvent.click(noise ?? document.body)
    await waitFor(() => expect(order()).toEqual(['空气微站 1']))
    fireEvent.click(light ?? document.body)
    await waitFor(() => expect(order()).toEqual(['空气微站 4']))
    expect(words()).toEqual(['中度及更差2', '轻度1', '噪声超标1'])
    fireEvent.click(light ?? document.body)
    await waitFor(() => expect(order()).toHaveLength(4))
    expect(location.search).not.toContain('class=')
  })

  it('are inert when they do not fit on the line', async () => {
    const lined = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get')
    onTestFinished(() => lined.mockRestore())
    lined.mockImplementation(function (this: HTMLElement) {
      return this.textContent?.startsWith('轻度') === true ? 950 : 10
    })
    await openMonitor('/monitor/data?layout=cards')
    const chips = within(await screen.findByRole('group', { name: '环境级别' })).getAllByRole('button')
    expect(chips.map(({ textContent, inert }) => [textContent, inert])).toEqual([
      ['中度及更差1', false],
      ['轻度1', true],
    ])
  })

  it('show the selected one first if it would not fit otherwise', async () => {
    const lined = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get')
    onTestFinished(() => lined.mockRestore())
    lined.mockImplementation(function (this: HTMLElement) {
      return this.textContent?.startsWith('轻度') === true && !this.hasAttribute('data-first') ? 950 : 10
    })
    await openMonitor('/monitor/data?layout=cards&class=a3')
    const chips = within(await screen.findByRole('group', { name: '环境级别' })).getAllByRole('button')
    expect(chips.map(({ textContent, inert, dataset }) => [textContent, inert, 'first' in dataset])).toEqual([
      ['中度及更差1', false, false],
      ['轻度1', false, true],
    ])
  })

  it('leave the state filters in the panel of all filters', async () => {
    const { location } = await openMonitor('/monitor/data?layout=cards')
    fireEvent.click(await more())
    const panel = within(await screen.findByRole('dialog', { name: '更多筛选' }))
    expect(await panel.findByRole('button', { name: '正常 4' })).toBeTruthy()
    fireEvent.click(panel.getByRole('button', { name: '在线 3' }))
    await waitFor(() => expect(new URLSearchParams(location.search).get('online')).toBe('online'))
    expect(panel.getByRole('button', { name: '在线 3', pressed: true })).toBeTruthy()
  })
})
