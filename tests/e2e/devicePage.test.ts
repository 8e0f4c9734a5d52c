import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, walkTo } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { MonitorPage } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

const SOON = { timeout: upTo(15_000) }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

describe.skipIf(chromiumPath === null)('the page of a device', () => {
  const app = testConsole()
  let admin: string
  let station: TestDevice
  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
    station = await makeDevice(app.server.url, admin)
  })

  const push = (value: number) => pushValue(app.server.url, station.credential, station.sn, station.node, value)

  it('shows real telemetry as it comes: the values, and the messages in a dialog', async () => {
    const { page, foreign, problems } = await app.goOn('/monitor/data')
    const monitor = new MonitorPage(page)
    await monitor.devices.first().waitFor()
    const card = await monitor.find(station.name)
    await card.getByRole('link', { name: `打开 ${station.name}` }).click()
    await page.getByRole('heading', { level: 1, name: station.name }).waitFor(SOON)
    await push(7.41)
    const values = page.getByRole('region', { name: '过去 24 小时' })
    await values.getByText('7.4').waitFor(SOON)
    await page.getByRole('button', { name: `${station.name} 的更多操作` }).click()
    await page.getByRole('menuitem', { name: '数据流' }).click()
    const flow = page.getByRole('dialog', { name: /^数据流/ })
    await flow.getByText('已连接').waitFor(SOON)
    await push(9.52)
    await expect.poll(() => flow.getByRole('listitem').first().innerText(), SOON).toContain('9.5')
    await page.goBack()
    await flow.waitFor({ state: 'hidden' })
    await values.getByText('9.5').waitFor(SOON)
    expect(foreign).toEqual([])
    expect(problems).toEqual([])
  })

  it('is where addresses of before lead: with its record over it, its past, and its curves on the page', async () => {
    const states = await call<{ id: number; deviceisonline: number; name: string }[]>(
      app.server.url,
      'GET',
      'godbDeviceState',
      { token: admin },
    )
    const device = states.data.find(({ name }) => name.includes('空气微站')) ?? { id: 0, name: '' }
    const { page, problems } = await app.goOn(`/monitor/data?open=record&of=${device.id}`)
    const record = page.getByRole('dialog', { name: `上线记录 · ${device.name}` })
    await record.getByRole('row').nth(1).waitFor(SOON)
    await record.getByRole('radio', { name: '最近 60 条' }).click()
    await record.getByRole('row').nth(1).waitFor(SOON)
    await walkTo(page, `/monitor/data?open=history&of=${device.id}&span=week`)
    await page.waitForURL(new RegExp(`/device/${device.id}\\?span=week$`))
    const curves = page.getByRole('region', { name: '过去 7 天' })
    await curves.locator('svg path.recharts-curve').first().waitFor(SOON)
    await curves.getByRole('radio', { name: '24 小时' }).click()
    await page.getByRole('region', { name: '过去 24 小时' }).waitFor(SOON)
    await page.getByRole('link', { name: '历史', exact: true }).click()
    await page.waitForURL(/\/monitor\/history\?devices=/)
    expect(problems).toEqual([])
  })

  it('says where there is no such device', async () => {
    const { page } = await app.goOn('/device/999999')
    await page.getByText('没有这台设备').waitFor(SOON)
  })

  it('prints labels of an area', async () => {
    const areas = await call<{ id: number; name: string }[]>(app.server.url, 'GET', 'godbDistrictNameList', {
      token: admin,
    })
    const area = areas.data.find(({ id }) => id === station.district_id)?.name ?? ''
    const { page, problems } = await app.goOn('/manage/device')
    await page.getByRole('link', { name: '打印标签' }).click(SOON)
    await page.getByRole('button', { name: '区域: 全部区域' }).click()
    const choice = page.getByRole('dialog', { name: '区域' })
    await choice.getByRole('searchbox').fill(area)
    await choice.getByRole('treeitem', { name: area, exact: true }).click()
    await page.waitForURL(new RegExp(`/device/labels\\?area=${station.district_id}$`))
    await page.getByRole('listitem').filter({ hasText: station.name }).getByRole('img').waitFor(SOON)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByRole('heading', { level: 1 }).isVisible(), SOON).toBe(false)
    await page.emulateMedia({ media: null })
    expect(problems).toEqual([])
  })

  it('turns a switch and sets a value, and shows what the device answers', async () => {
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
    const { page } = await app.goOn(`/monitor/data?open=data&of=${fan.id}&tab=switch`)
    const control = page.getByRole('region', { name: '开关' }).getByRole('switch', { name: fan.alias })
    const was = await control.getAttribute('aria-checked', SOON)
    await control.click()
    const asking = page.getByRole('dialog', { name: new RegExp(`“${fan.alias}”？$`) })
    await asking.getByRole('button', { name: /^确认/ }).click()
    await page
      .getByRole('region', { name: '开关' })
      .getByText('已确认')
      .waitFor({ timeout: upTo(45_000) })
    await expect.poll(() => control.getAttribute('aria-checked'), SOON).not.toBe(was)

    const lamp = withNode(3)
    await walkTo(page, `/monitor/data?open=data&of=${lamp.id}`)
    const data = page.getByRole('region', { name: '过去 24 小时' })
    await data.getByRole('button', { name: `设置 ${lamp.alias}` }).click()
    const set = page.getByRole('dialog', { name: `设置 ${lamp.alias}` })
    await set.getByRole('textbox').fill('100000')
    await set.getByText(/^不能大于/).waitFor()
    await set.getByRole('textbox').fill('37')
    await set.getByRole('button', { name: '确认设置' }).click()
    await set.getByText('已确认').waitFor({ timeout: upTo(45_000) })
    await set.getByText('关闭', { exact: true }).click()
    await set.waitFor({ ...SOON, state: 'hidden' })
    await expect
      .poll(async () => (await data.getByRole('listitem').filter({ hasText: lamp.alias }).innerText()).includes('37'), {
        timeout: upTo(45_000),
      })
      .toBe(true)
  })

  it('is a tap anywhere on a card away, but for what is operated there', async () => {
    const { page } = await app.goOn(`/monitor/data?q=${encodeURIComponent(station.name)}`, PHONE)
    const card = new MonitorPage(page).device(station.name)
    await card.getByRole('button', { name: `${station.name} 的更多操作` }).tap()
    await page.getByRole('menu').waitFor(SOON)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ ...SOON, state: 'hidden' })
    // Below the name, left of the values.
    await card.tap({ position: { x: 40, y: 120 } })
    await page.getByRole('heading', { level: 1, name: station.name }).waitFor(SOON)
  })

  it('jumps to its parts on a phone', async () => {
    const { page } = await app.goOn(`/device/${station.id}`, PHONE)
    const jumps = page.getByRole('navigation', { name: '跳到' })
    await jumps.getByRole('button', { name: '位置' }).tap()
    await expect
      .poll(
        () => page.getByRole('heading', { level: 2, name: '位置' }).evaluate((own) => own === document.activeElement),
        SOON,
      )
      .toBe(true)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
    // Name and acts on one line, the state on another.
    const [head, name, more] = await Promise.all(
      [
        page.locator('[data-part=page-head]'),
        page.getByRole('heading', { level: 1, name: station.name }),
        page.getByRole('button', { name: `${station.name} 的更多操作` }),
      ].map((part) => part.boundingBox()),
    )
    expect(head?.height).toBeLessThan(100)
    expect(Math.abs((name?.y ?? 0) + (name?.height ?? 0) / 2 - (more?.y ?? 0) - (more?.height ?? 0) / 2)).toBeLessThan(
      2,
    )
  })

  it('asks before a switch is turned, with 44 px to a thumb on a phone, and lock it for who may only watch', async () => {
    const states = await call<
      { id: number; name: string; control_state: number; nodestatelist: { alias: string; registertype: number }[] }[]
    >(app.server.url, 'GET', 'godbDeviceState', { token: admin })
    const device = states.data.find(
      (one) => one.control_state === 0 && one.nodestatelist.some((node) => node.registertype === 1),
    )
    const alias = device?.nodestatelist.find((node) => node.registertype === 1)?.alias ?? ''
    const sent: string[] = []
    const { page } = await app.goOn(`/monitor/data?q=${encodeURIComponent(device?.name ?? '')}`, PHONE)
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
