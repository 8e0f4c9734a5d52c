import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, zoneOf } from '../../resources/kit/zone.ts'
import { chromiumPath, STILL, walkTo } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { comeBack } from '../support/comeBack.ts'
import { testConsole } from '../support/console.ts'
import { MonitorPage, Shell } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

const SOON = { timeout: upTo(15_000) }
/** The demo's hours are computed after it has started. */
const LONG = { timeout: upTo(30_000) }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, ...STILL }

describe.skipIf(chromiumPath === null)('device page and history', () => {
  const app = testConsole()
  let admin: string
  let station: TestDevice
  /** Another station, with values of the current day. */
  let measured: TestDevice
  let today: string
  beforeAll(async () => {
    const { url } = app.server
    admin = await tokenOf(url, 'admin', 'admin123')
    station = await makeDevice(url, admin)
    measured = await makeDevice(url, admin, '历史水文站')
    for (const value of [11, 33, 22]) await pushValue(url, measured.credential, measured.sn, measured.node, value)
    const settings = (await (await fetch(`${url}/console-settings.json`)).json()) as { timeZone: string }
    today = zoneOf(settings.timeZone).day(Date.now())
  })

  describe('history and comparison', () => {
    const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

    /** Must be the first: the page has not loaded anything about the station yet. */
    it('shows the error of a failed query and retries it', async () => {
      const { page } = await app.goOn('/monitor/operation', STILL)
      await new Shell(page).user.waitFor()
      await page.route('**/godbAllHistoricaldataByIdToJson/**', (route) =>
        route.fulfill({ status: 503, json: { code: 503, msg: '历史库正在维护', data: null } }),
      )
      await walkTo(page, `/monitor/history?devices=${measured.id}&day=${today}`)
      const answer = panel(page, measured.name)
      await answer.getByText('历史库正在维护').waitFor()
      await page.unrouteAll()
      await answer.getByRole('button', { name: '重试' }).click()
      await answer.getByRole('slider').waitFor()
    })

    it('shows today’s values of a device as chart, totals, table and CSV', async () => {
      const { page, problems, foreign } = await app.goOn(`/monitor/history?devices=${measured.id}&day=${today}`, STILL)
      const answer = panel(page, measured.name)
      const chart = answer.getByRole('slider')
      await chart.waitFor()
      expect(await chart.getAttribute('aria-label')).toContain('最小')
      const totals = answer.locator('[data-part=totals]')
      await totals.getByText('33.0', { exact: true }).waitFor()

      await answer.getByRole('button', { name: '数据表' }).click()
      await answer.getByRole('table', { name: measured.name }).getByText('11.0', { exact: true }).waitFor()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        answer.getByRole('button', { name: '导出 CSV' }).click(),
      ])
      expect(file.suggestedFilename()).toBe(`${measured.name}.csv`)
      const text = await readFile(await file.path(), 'utf8')
      expect(text.startsWith('\uFEFF时间,')).toBe(true)
      expect(text.trim().split('\r\n')).toHaveLength(4)
      expect([problems, foreign]).toEqual([[], []])
    })

    it('zooms by keyboard and dragging, steps through samples and restores the zoom from the URL', async () => {
      const { page } = await app.goOn(`/monitor/history?devices=${measured.id}&day=${today}`, STILL)
      const answer = panel(page, measured.name)
      const chart = answer.getByRole('slider')
      await chart.focus()
      await chart.press('ArrowLeft')
      await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('22.0')
      await chart.press('ArrowLeft')
      await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('33.0')
      await chart.press('+')
      const whole = answer.getByRole('button', { name: '显示全部' })
      await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).toMatch(/^\d+-\d+$/)
      await whole.click()
      await expect.poll(() => whole.isDisabled()).toBe(true)
      await expect.poll(() => new URL(page.url()).searchParams.has('zoom')).toBe(false)
      const over = answer.locator('.u-over')
      const box = await over.boundingBox()
      if (!box) throw new Error('the chart has no box')
      await page.mouse.move(box.x + 40, box.y + 40)
      await page.mouse.down()
      await page.mouse.move(box.x + 160, box.y + 40, { steps: 4 })
      await page.mouse.up()
      await expect.poll(() => whole.isEnabled()).toBe(true)
      await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).toMatch(/^\d+-\d+$/)
      const zoomed = new URL(page.url()).searchParams.get('zoom')
      await page.keyboard.down('Shift')
      await page.mouse.move(box.x + 100, box.y + 40)
      await page.mouse.down()
      // In one step: the address takes each range at which the pointer rests.
      await page.mouse.move(box.x + 60, box.y + 40)
      await page.mouse.up()
      await page.keyboard.up('Shift')
      await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).not.toBe(zoomed)
      // The address alone restores the same section.
      const moved = new URL(page.url()).searchParams.get('zoom')
      await comeBack(page)
      await chart.waitFor()
      expect([new URL(page.url()).searchParams.get('zoom'), await whole.isEnabled()]).toEqual([moved, true])
    })

    it('selects the curve of the node in the URL and saves the chart as PNG', async () => {
      const { page } = await app.goOn(
        `/monitor/history?devices=${measured.id}&day=${today}&node=${measured.node}`,
        STILL,
      )
      const answer = panel(page, measured.name)
      await answer.getByRole('slider').waitFor()
      expect(await answer.getByRole('group', { name: '曲线' }).locator('[aria-pressed="true"]').count()).toBe(1)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        answer.getByRole('button', { name: 'PNG' }).click(),
      ])
      expect(file.suggestedFilename()).toBe(`${measured.name}.png`)
      expect((await readFile(await file.path())).subarray(1, 4).toString()).toBe('PNG')
    })

    it('disables devices of other models once one is chosen', async () => {
      const { page } = await app.goOn(`/monitor/history?day=${today}`, STILL)
      const devices = page.getByRole('group', { name: '设备', exact: true })
      await page.getByRole('searchbox', { name: '搜索设备' }).fill('长安区空气微站 01')
      await devices.getByRole('checkbox').first().check()
      await page.getByRole('searchbox', { name: '搜索设备' }).fill('气象站')
      await expect.poll(() => devices.getByRole('checkbox').first().isDisabled()).toBe(true)
    })

    it('compares two nodes over a month, keeps the zoom in the URL and shows errors', async () => {
      // Right after its beginning the current month has nothing to compare.
      const asked = addDays(today, -1).slice(0, 7)
      const { page, problems } = await app.goOn(`/monitor/hisdataPk?month=${asked}`, STILL)
      const ask = page.getByRole('button', { name: '查询', exact: true })
      expect(await ask.getAttribute('aria-disabled')).toBe('true')
      // Nothing is chosen yet: a click reports what is missing.
      await page.getByRole('button', { name: '添加', exact: true }).click({ force: true })
      await page.locator('#root').getByText('请选择对比数据').waitFor()

      await page.getByRole('button', { name: '区域', exact: true }).click()
      await page.getByRole('treeitem', { name: /^石家庄市/ }).click()
      await page.getByRole('combobox', { name: '设备', exact: true }).fill('长安区空气微站 01')
      await page.getByRole('option', { name: /^长安区空气微站 01/ }).waitFor()
      await page.keyboard.press('Enter')
      for (const node of ['PM2.5', 'PM10']) {
        await page.getByRole('combobox', { name: '节点', exact: true }).click()
        await page.getByRole('option', { name: new RegExp(`^${node}`) }).click()
        await page.getByRole('button', { name: '添加', exact: true }).click()
      }
      const [year, month] = asked.split('-').map(Number)
      // That month is selected from the start.
      await page.getByRole('button', { name: `月份: ${year}年${month}月` }).waitFor()
      await expect.poll(() => page.getByRole('list', { name: '对比项' }).getByRole('listitem').count()).toBe(2)
      await ask.click()
      await page.getByRole('slider').waitFor()
      await page.getByRole('button', { name: '放大', exact: true }).click()
      await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).toMatch(/^\d+-\d+$/)
      await comeBack(page)
      const whole = page.getByRole('button', { name: '显示全部' })
      await expect.poll(() => whole.isEnabled()).toBe(true)
      await whole.click()
      await expect.poll(() => new URL(page.url()).searchParams.has('zoom')).toBe(false)
      expect(problems).toEqual([])

      await page.route('**/godbCompareHistoricaldata?**', (route) =>
        route.fulfill({ json: { code: 500, msg: '对比失败', data: null } }),
      )
      await ask.click()
      await page.getByText('对比失败').waitFor()
      expect(await page.getByRole('slider').count()).toBe(0)
      await page.unrouteAll()
    })

    it('returns history only for devices of the caller’s project', async () => {
      const [admin, manager] = await Promise.all(
        ['admin', 'manager'].map((name) => tokenOf(app.server.url, name, `${name}123`)),
      )
      const { project_id } = (
        await call<{ project_id: number }>(app.server.url, 'GET', 'godbMyInfo', { token: manager })
      ).data
      const devices = (
        await call<{ id: number; project_id: number }[]>(app.server.url, 'GET', 'godbDeviceNameList', { token: admin })
      ).data
      const codeOf = async (device: { id: number } | undefined) =>
        (
          await call(
            app.server.url,
            'GET',
            `godbAllHistoricaldataByIdToJson/${device?.id}/${Date.now() - 1000}/${Date.now()}`,
            { token: manager },
          )
        ).code
      expect(await codeOf(devices.find((device) => device.project_id === project_id))).toBe(0)
      expect([403, 404]).toContain(await codeOf(devices.find((device) => device.project_id !== project_id)))
    })
  })

  const push = (value: number) => pushValue(app.server.url, station.credential, station.sn, station.node, value)

  it('shows new telemetry on the device page and in the data stream dialog', async () => {
    const { page, foreign, problems } = await app.goOn('/monitor/data', STILL)
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

  it('opens at former URLs, with connection record, curves and a link to the history', async () => {
    const states = await call<{ id: number; deviceisonline: number; name: string }[]>(
      app.server.url,
      'GET',
      'godbDeviceState',
      { token: admin },
    )
    const device = states.data.find(({ name }) => name.includes('空气微站')) ?? { id: 0, name: '' }
    const { page, problems } = await app.goOn(`/monitor/data?open=record&of=${device.id}`, STILL)
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

  it('shows a message for an unknown device', async () => {
    const { page } = await app.goOn('/device/999999', STILL)
    await page.getByText('没有这台设备').waitFor(SOON)
  })

  it('prints the device labels of an area', async () => {
    const areas = await call<{ id: number; name: string }[]>(app.server.url, 'GET', 'godbDistrictNameList', {
      token: admin,
    })
    const area = areas.data.find(({ id }) => id === station.district_id)?.name ?? ''
    const { page, problems } = await app.goOn('/manage/device', STILL)
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

  it('turns a switch and sets a value, and shows the device’s confirmation', async () => {
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
    const { page } = await app.goOn(`/monitor/data?open=data&of=${fan.id}&tab=switch`, STILL)
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

  it('opens by a tap on a card on a phone, except on the card’s buttons', async () => {
    const { page } = await app.goOn(`/monitor/data?q=${encodeURIComponent(station.name)}`, PHONE)
    const card = new MonitorPage(page).device(station.name)
    await card.getByRole('button', { name: `${station.name} 的更多操作` }).click()
    await page.getByRole('menu').waitFor(SOON)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ ...SOON, state: 'hidden' })
    // Below the name, left of the values.
    await card.tap({ position: { x: 40, y: 120 } })
    await page.getByRole('heading', { level: 1, name: station.name }).waitFor(SOON)
  })

  it('jumps to its sections on a phone, and shows name and actions on one line', async () => {
    const { page } = await app.goOn(`/device/${station.id}`, PHONE)
    const jumps = page.getByRole('navigation', { name: '跳到' })
    await jumps.getByRole('button', { name: '位置' }).click()
    await expect
      .poll(
        () => page.getByRole('heading', { level: 2, name: '位置' }).evaluate((own) => own === document.activeElement),
        SOON,
      )
      .toBe(true)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(390)
    // Name and actions on one line, the state on another.
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

  it('asks for confirmation before switching, with touch targets of 44 px on a phone', async () => {
    const states = await call<
      { id: number; name: string; control_state: number; nodestatelist: { alias: string; registertype: number }[] }[]
    >(app.server.url, 'GET', 'godbDeviceState', { token: admin })
    const device = states.data.find(
      ({ control_state, nodestatelist }) =>
        control_state === 0 && nodestatelist.length > 1 && nodestatelist.some((node) => node.registertype === 1),
    )
    const alias = device?.nodestatelist.find((node) => node.registertype === 1)?.alias ?? ''
    const sent: string[] = []
    const { page } = await app.goOn(`/monitor/data?q=${encodeURIComponent(device?.name ?? '')}`, PHONE)
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    // A card has room for one node: the other nodes are in its sheet.
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^查看其余/ })
      .click()
    const sheet = page.getByRole('dialog', { name: device?.name ?? '-', exact: true })
    const control = sheet.getByRole('switch', { name: alias })
    await control.waitFor(SOON)
    const size = async (button: Locator) => (await button.boundingBox()) ?? { width: 0, height: 0 }
    const { width, height } = await size(control)
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    const was = await control.getAttribute('aria-checked')
    await control.click()
    const asking = page.getByRole('dialog', { name: new RegExp(`“${alias}”？$`) })
    await asking.getByText(device?.name ?? '-').waitFor(SOON)
    for (const name of ['取消', /^确认/])
      expect((await size(asking.getByRole('button', { name }))).height).toBeGreaterThanOrEqual(44)
    await asking.getByRole('button', { name: '取消' }).click()
    await asking.waitFor({ state: 'detached' })
    expect([await control.getAttribute('aria-checked'), sent]).toEqual([was, []])
  })

  it('opens the device list from the overview, which shows the user’s tasks first on a phone', async () => {
    const { page, problems } = await app.goOn('/', PHONE)
    const parts = ['待我处理', '空气', '有什么变了', '区域'].map((name) =>
      page.getByRole('region', { name, exact: true }),
    )
    for (const part of parts) await part.waitFor(LONG)
    const tops = async () => Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? Number.NaN))
    await expect
      .poll(async () => (await tops()).every((top, at, all) => at === 0 || top > (all[at - 1] ?? top)), SOON)
      .toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('region', { name: '设备在线' }).getByRole('link', { name: '看列表' }).click()
    await page.waitForURL(/\/monitor\/data$/)
    await new MonitorPage(page).devices.first().waitFor(LONG)
    expect(problems).toEqual([])
  })
})
