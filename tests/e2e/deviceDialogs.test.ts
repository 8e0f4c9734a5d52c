import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { MonitorPage } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

const SOON = { timeout: upTo(15_000) }

describe.skipIf(chromiumPath === null)('the dialogs of a device', () => {
  const app = testConsole()
  let admin: string
  let station: TestDevice
  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
    station = await makeDevice(app.server.url, admin)
  })

  const push = (value: number) => pushValue(app.server.url, station.credential, station.sn, station.node, value)

  it('show real telemetry as it comes: the messages, and the values with what changed', async () => {
    const { page, foreign, problems } = await app.signedIn('/monitor/data')
    const monitor = new MonitorPage(page)
    await monitor.devices.first().waitFor()
    const card = await monitor.find(station.name)
    await card.getByRole('button', { name: `数据流: ${station.name}` }).click()
    const flow = page.getByRole('dialog', { name: /^数据流/ })
    await flow.getByText('已连接').waitFor(SOON)
    await push(7.41)
    await flow.getByRole('listitem').filter({ hasText: '7.4' }).waitFor(SOON)
    await push(9.52)
    await expect.poll(() => flow.getByRole('listitem').first().innerText(), SOON).toContain('9.5')
    await flow.getByRole('button', { name: '原始 JSON' }).click()
    await flow
      .getByText(/"values"/)
      .first()
      .waitFor()
    await page.goBack()
    await flow.waitFor({ state: 'hidden' })

    await card.getByRole('button', { name: `实时数据: ${station.name}` }).click()
    const data = page.getByRole('dialog', { name: /^实时数据/ })
    await data.getByText('9.5').waitFor(SOON)
    await push(12.02)
    await data.getByText('↑2.5').waitFor(SOON)
    await page.getByText('已暂停').waitFor()
    await page.reload()
    await data.getByText('12.0').waitFor(SOON)
    await page.keyboard.press('Escape')
    await data.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).searchParams.get('open')).toBeNull()
    expect(foreign).toEqual([])
    expect(problems).toEqual([])
  })

  it('show when it went on line, and its history as chart and table, over the whole window too', async () => {
    const { page, problems } = await app.signedIn('/')
    const states = await call<{ id: number; deviceisonline: number; name: string }[]>(
      app.server.url,
      'GET',
      'godbDeviceState',
      { token: admin },
    )
    const device = states.data.find(({ name }) => name.includes('空气微站')) ?? { id: 0, name: '' }
    await page.goto(`/monitor/data?open=record&of=${device.id}`)
    const record = page.getByRole('dialog', { name: `上线记录 · ${device.name}` })
    await record.getByRole('row').nth(1).waitFor(SOON)
    await record.getByRole('radio', { name: '最近 60 条' }).click()
    await record.getByRole('row').nth(1).waitFor(SOON)
    await page.goto(`/monitor/data?open=history&of=${device.id}`)
    const history = page.getByRole('dialog', { name: `历史 · ${device.name}` })
    await history.locator('canvas').first().waitFor(SOON)
    await history.getByRole('button', { name: '数据表' }).click()
    await history.getByRole('table', { name: device.name }).waitFor(SOON)
    const before = await history.boundingBox()
    await history.getByRole('button', { name: '最大化' }).click()
    await expect.poll(async () => (await history.boundingBox())?.width, SOON).toBeGreaterThan(before?.width ?? 0)
    await history.getByRole('link', { name: '在历史数据中打开' }).click()
    await page.waitForURL(/\/monitor\/history\?devices=/)
    expect(problems).toEqual([])
  })

  it('turn a switch and set a value, and show what the device answers', async () => {
    const { page } = await app.signedIn('/')
    const states = await call<
      {
        id: number
        deviceisonline: number
        control_state: number
        nodestatelist: { id: number; alias: string; registertype: number }[]
      }[]
    >(app.server.url, 'GET', 'godbDeviceState', { token: admin })
    const withNode = (registertype: number) => {
      const device = states.data.find(
        (one) =>
          one.deviceisonline === 1 &&
          one.control_state === 0 &&
          one.nodestatelist.some((node) => node.registertype === registertype),
      )
      return {
        id: device?.id ?? 0,
        alias: device?.nodestatelist.find((node) => node.registertype === registertype)?.alias ?? '',
      }
    }
    const fan = withNode(1)
    await page.goto(`/monitor/data?open=data&of=${fan.id}&tab=switch`)
    const control = page.getByRole('dialog', { name: /^实时数据/ }).getByRole('switch', { name: fan.alias })
    const was = await control.getAttribute('aria-checked', SOON)
    await control.click()
    const asking = page.getByRole('dialog', { name: new RegExp(`“${fan.alias}”？$`) })
    await asking.getByRole('button', { name: /^确认/ }).click()
    await page.getByText(/^操作成功/).waitFor(SOON)
    await expect.poll(() => control.getAttribute('aria-checked'), SOON).not.toBe(was)

    const lamp = withNode(3)
    await page.goto(`/monitor/data?open=data&of=${lamp.id}`)
    const data = page.getByRole('dialog', { name: /^实时数据/ })
    await data.getByRole('button', { name: `设置 ${lamp.alias}` }).click()
    const set = page.getByRole('dialog', { name: `设置 ${lamp.alias}` })
    await set.getByRole('textbox').fill('100000')
    await set.getByText(/^不能大于/).waitFor()
    await set.getByRole('textbox').fill('37')
    await set.getByRole('button', { name: '确认设置' }).click()
    await set.waitFor({ ...SOON, state: 'hidden' })
    await data.getByText(/^操作成功/).waitFor(SOON)
    await expect
      .poll(async () => (await data.getByRole('listitem').filter({ hasText: lamp.alias }).innerText()).includes('37'), {
        timeout: upTo(45_000),
      })
      .toBe(true)
  })

  it('ask before a switch is turned, with 44 px to a thumb on a phone, and lock it for who may only watch', async () => {
    const states = await call<
      { id: number; name: string; control_state: number; nodestatelist: { alias: string; registertype: number }[] }[]
    >(app.server.url, 'GET', 'godbDeviceState', { token: admin })
    const device = states.data.find(
      (one) => one.control_state === 0 && one.nodestatelist.some((node) => node.registertype === 1),
    )
    const alias = device?.nodestatelist.find((node) => node.registertype === 1)?.alias ?? ''
    const sent: string[] = []
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
    const { page } = await app.signedIn(`/monitor/data?q=${encodeURIComponent(device?.name ?? '')}`, phone)
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    const control = page.getByRole('article').first().getByRole('switch', { name: alias })
    await control.waitFor(SOON)
    const size = async (button: Locator) => (await button.boundingBox()) ?? { width: 0, height: 0 }
    const { width, height } = await size(control)
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    const was = await control.getAttribute('aria-checked')
    await control.tap()
    const asking = page.getByRole('dialog', { name: new RegExp(`“${alias}”？$`) })
    await asking.getByText(device?.name ?? '-').waitFor(SOON)
    for (const name of ['取消', /^确认/])
      expect((await size(asking.getByRole('button', { name }))).height).toBeGreaterThanOrEqual(44)
    await asking.getByRole('button', { name: '取消' }).tap()
    await asking.waitFor({ state: 'detached' })
    expect([await control.getAttribute('aria-checked'), sent]).toEqual([was, []])

    const watching = await app.signedIn(`/monitor/data?q=${encodeURIComponent(device?.name ?? '')}`, { user: 'viewer' })
    const card = watching.page.getByRole('article').first()
    await card.getByRole('img', { name: '只读：您没有“控制”权限' }).first().waitFor(SOON)
    expect(await card.getByRole('switch').count()).toBe(0)
  })
})
