import { beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromiumPath } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { upTo } from '../support/slowness.ts'

const SOON = { timeout: upTo(15_000) }
/** A station of the demo has so long to answer a command. */
const ANSWERED = { timeout: upTo(45_000) }

interface State {
  id: number
  name: string
  project_id: number
  deviceisonline: number
  control_state: number
  nodestatelist: { id: number; alias: string; registertype: number; lastdata: { historydata: number } | null }[]
}

describe.skipIf(chromiumPath === null)('what an alarm switches, and the limit that makes it', () => {
  const app = testConsole()
  let admin: string
  let station: TestDevice
  let rule: number
  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
    station = await makeDevice(app.server.url, admin, '联动水文站')
  })

  it('is confirmed by the device, and put back from the alarm', async () => {
    const states = await call<State[]>(app.server.url, 'GET', 'godbDeviceState', { token: admin })
    const switched = (state: State) =>
      state.nodestatelist.find(({ registertype, lastdata }) => registertype === 1 && lastdata !== null)
    const target = states.data.find(
      (state) =>
        state.project_id === station.project_id &&
        state.deviceisonline === 1 &&
        state.control_state === 0 &&
        switched(state) !== undefined,
    )
    const node = target && switched(target)
    if (!target || !node) throw new Error('the demo has nothing to switch in this project')
    const after = node.lastdata?.historydata === 1 ? 0 : 1
    const body = {
      name: '联动水位',
      project_id: station.project_id,
      district_id: station.district_id,
      device_list: String(station.id),
      nodemap_id: station.node,
      enable: 1,
      com_oper: 0,
      params_x: 8,
      hold_time: 0,
      alarm_interval: 0,
      alarm_msg: '水位超限',
      alert_level: 2,
      enable_ganged: 1,
      ganged_device_id: target.id,
      ganged_nodemap_id: node.id,
      ganged_value: after,
    }
    const made = await call<{ id: number }>(app.server.url, 'POST', 'godbThreshold', { token: admin, body })
    expect(made.code).toBe(0)
    rule = made.data.id
    await pushValue(app.server.url, station.credential, station.sn, station.node, 9)
    const episodes = () =>
      call<{ list: { id: number }[] }>(app.server.url, 'GET', `episodes?threshold_id=${rule}`, { token: admin })
    await expect.poll(async () => (await episodes()).data.list.length, SOON).toBe(1)
    const { id } = (await episodes()).data.list[0] ?? { id: 0 }

    const { page, problems, foreign } = await app.goOn(`/monitor/threoldManage?detail=${id}`)
    const block = page.getByRole('region', { name: '联动控制' })
    await block.getByText(target.name).waitFor(SOON)
    await block.getByText('已确认').waitFor(ANSWERED)
    await block.getByRole('button', { name: `撤销 ${target.name} ${node.alias}` }).click()
    const asking = page.getByRole('dialog', { name: '改回联动前的数值？' })
    await asking.getByText(target.name).waitFor()
    expect(await violations(page)).toEqual([])
    await asking.getByRole('button', { name: '撤销' }).click()
    await block.getByText(/已撤销$/).waitFor(ANSWERED)
    expect(await block.getByRole('button', { name: /^撤销/ }).count()).toBe(0)
    expect([problems, foreign]).toEqual([[], []])
  })

  it('is moved in the chart by mouse and keys, and saved from there', async () => {
    const { page, problems } = await app.goOn(`/alarmConfig/threshold/${rule}`)
    const dialog = page.getByRole('dialog')
    const handle = dialog.getByRole('slider', { name: '移动限值' })
    await handle.waitFor(SOON)
    const field = dialog.getByLabel('限值', { exact: false }).and(dialog.getByRole('textbox')).first()
    expect(await field.inputValue()).toBe('8')
    const box = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 30, { steps: 5 })
    await page.mouse.up()
    const dragged = Number(await field.inputValue())
    expect(dragged).toBeLessThan(8)
    expect(await handle.getAttribute('aria-valuenow')).toBe(String(dragged))
    await page.keyboard.press('ArrowUp')
    const keyed = Number(await field.inputValue())
    expect(keyed).toBeGreaterThan(dragged)
    await dialog.getByText(new RegExp(`8 → ${String(keyed)}`)).waitFor(SOON)
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ ...SOON, state: 'hidden' })
    const saved = await call<{ params_x: number }>(app.server.url, 'GET', `godbThreshold/${rule}`, { token: admin })
    expect(saved.data.params_x).toBe(keyed)
    expect(problems).toEqual([])
  })

  it('is a tab of its own on a phone, without barriers in the dark', async () => {
    const phone = {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    } as const
    const { page } = await app.signedIn(`/alarmConfig/threshold/${rule}`, phone)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('tab', { name: '规则预览' }).click()
    const handle = dialog.getByRole('slider', { name: '移动限值' })
    await handle.waitFor(SOON)
    const { height } = (await handle.boundingBox()) ?? { height: 0 }
    expect(height).toBeGreaterThanOrEqual(44)
    expect(await violations(page, { within: '[role=dialog]' })).toEqual([])
  })
})
