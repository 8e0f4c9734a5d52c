import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../resources/kit/zone.ts'
import { chromiumPath, walkTo } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { Shell } from '../support/pages.ts'

describe.skipIf(chromiumPath === null)('history and comparison', () => {
  const app = testConsole()
  let station: TestDevice
  let other: TestDevice
  let today: string

  beforeAll(async () => {
    const admin = await tokenOf(app.server.url, 'admin', 'admin123')
    station = await makeDevice(app.server.url, admin)
    other = await makeDevice(app.server.url, admin)
    for (const value of [11, 33, 22])
      await pushValue(app.server.url, station.credential, station.sn, station.node, value)
    await pushValue(app.server.url, other.credential, other.sn, other.node, 5)
    const settings = (await (await fetch(`${app.server.url}/console-settings.json`)).json()) as { timeZone: string }
    today = new Intl.DateTimeFormat('en-CA', { timeZone: settings.timeZone }).format(Date.now())
  })

  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  /** First of all: nothing of the station is known to the page yet. */
  it('says why a failing query failed, and asks again', async () => {
    const { page } = await app.goOn('/monitor/operation')
    await new Shell(page).user.waitFor()
    await page.route('**/godbAllHistoricaldataByIdToJson/**', (route) =>
      route.fulfill({ status: 503, json: { code: 503, msg: '历史库正在维护', data: null } }),
    )
    await walkTo(page, `/monitor/history?devices=${station.id}&day=${today}`)
    const answer = panel(page, station.name)
    await answer.getByText('历史库正在维护').waitFor()
    await page.unrouteAll()
    await answer.getByRole('button', { name: '重试' }).click()
    await answer.getByRole('slider').waitFor()
  })

  it('shows a device of today as chart, totals, table and CSV', async () => {
    const { page, problems, foreign } = await app.goOn(`/monitor/history?devices=${station.id}&day=${today}`)
    const answer = panel(page, station.name)
    const chart = answer.getByRole('slider')
    await chart.waitFor()
    expect(await chart.getAttribute('aria-label')).toContain('最小')
    const totals = answer.locator('[data-part=totals]')
    await totals.getByText('33.0', { exact: true }).waitFor()

    await answer.getByRole('button', { name: '数据表' }).click()
    await answer.getByRole('table', { name: station.name }).getByText('11.0', { exact: true }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      answer.getByRole('button', { name: '导出 CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${station.name}.csv`)
    const text = await readFile(await file.path(), 'utf8')
    expect(text.startsWith('\uFEFF时间,')).toBe(true)
    expect(text.trim().split('\r\n')).toHaveLength(4)
    expect([problems, foreign]).toEqual([[], []])
  })

  it('zooms by keyboard and by dragging, reads sample by sample, and goes back to the whole', async () => {
    const { page } = await app.goOn(`/monitor/history?devices=${station.id}&day=${today}`)
    const answer = panel(page, station.name)
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
    await page.mouse.move(box.x + 60, box.y + 40, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).not.toBe(zoomed)
    // The address alone brings the same part back.
    const moved = new URL(page.url()).searchParams.get('zoom')
    await page.reload()
    await chart.waitFor()
    expect([new URL(page.url()).searchParams.get('zoom'), await whole.isEnabled()]).toEqual([moved, true])
  })

  it('saves the curve as a picture, and draws the node an alarm is of', async () => {
    const { page } = await app.goOn(`/monitor/history?devices=${station.id}&day=${today}&node=${station.node}`)
    const answer = panel(page, station.name)
    await answer.getByRole('slider').waitFor()
    expect(await answer.getByRole('group', { name: '曲线' }).locator('[aria-pressed="true"]').count()).toBe(1)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      answer.getByRole('button', { name: 'PNG' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${station.name}.png`)
    expect((await readFile(await file.path())).subarray(1, 4).toString()).toBe('PNG')
  })

  it('disables devices of other models once one is chosen', async () => {
    const { page } = await app.goOn(`/monitor/history?day=${today}`)
    const devices = page.getByRole('group', { name: '设备', exact: true })
    await page.getByRole('searchbox', { name: '搜索设备' }).fill('长安区空气微站 01')
    await devices.getByRole('checkbox').first().check()
    await page.getByRole('searchbox', { name: '搜索设备' }).fill('气象站')
    await expect.poll(() => devices.getByRole('checkbox').first().isDisabled()).toBe(true)
  })

  it('compares nodes of two devices over a month, chosen step by step', async () => {
    // Right after it began this month has nothing to compare.
    const asked = addDays(today, -1).slice(0, 7)
    const { page, problems } = await app.goOn(`/monitor/hisdataPk?month=${asked}`)
    const ask = page.getByRole('button', { name: '查询', exact: true })
    expect(await ask.getAttribute('aria-disabled')).toBe('true')
    // Nothing is chosen yet: a press is told what is missing.
    await page.getByRole('button', { name: '添加', exact: true }).click({ force: true })
    await page.getByText('请选择对比数据').waitFor()

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
    // That month stands there from the start.
    await page.getByRole('button', { name: `月份: ${year}年${month}月` }).waitFor()
    await expect.poll(() => page.getByRole('list', { name: '对比项' }).getByRole('listitem').count()).toBe(2)
    await ask.click()
    await page.getByRole('slider').waitFor()
    await page.getByRole('button', { name: '放大', exact: true }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).toMatch(/^\d+-\d+$/)
    await page.reload()
    const whole = page.getByRole('button', { name: '显示全部' })
    await expect.poll(() => whole.isEnabled()).toBe(true)
    await whole.click()
    await expect.poll(() => new URL(page.url()).searchParams.has('zoom')).toBe(false)
    expect(problems).toEqual([])

    await page.route('**/godbCompareHistoricaldata?**', (route) =>
      route.fulfill({ json: { code: 500, msg: '对比失败', data: null } }),
    )
    await page.reload()
    await page.getByText('对比失败').waitFor()
    expect(await page.getByRole('slider').count()).toBe(0)
    await page.unrouteAll()
  })

  it('answers only for devices of one’s own project', async () => {
    const [admin, manager] = await Promise.all(
      ['admin', 'manager'].map((name) => tokenOf(app.server.url, name, `${name}123`)),
    )
    const { project_id } = (await call<{ project_id: number }>(app.server.url, 'GET', 'godbMyInfo', { token: manager }))
      .data
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
