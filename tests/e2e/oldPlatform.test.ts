import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { installClock } from '../support/pageClock.ts'
import { chromiumPath, walkTo } from '../support/browser.ts'
import { md5 } from '../support/call.ts'
import { oldPlatformApp } from '../support/oldPlatformApp.ts'
import { DashboardPage, ListPage, MonitorPage, SignInPage } from '../support/pages.ts'

/** Address of a page before it is loaded anew: no request is made there. */
const NOWHERE = '/nowhere'

describe.skipIf(chromiumPath === null)('console on an older platform without extensions', () => {
  const app = oldPlatformApp()
  const { goOn, calls } = app
  const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
  /** Refuses a call until the end of the test, because the next test uses the same platform. */
  const refuse = (name: string, code: number, msg: string): void => {
    app.platform.refuse(name, { code, msg })
    onTestFinished(() => app.platform.refuse(name, null))
  }

  /** Must be the first: later tests add to what these tests count. */
  describe('missing capabilities', () => {
    // Whatever a test looked at: the simulator has none of the extensions and announces none.
    const unannounced = () =>
      app.platform.sent.filter(
        ({ path, query }) =>
          /^(resources|logout|geocode|outlines|north(state|preview|push)|taken|lastcommand)\b|\/(batch|areas|export|credential)$/.test(
            path,
          ) || ['points', 'sort', 'order', 'ids', 'groups', 'totals'].some((name) => name in query),
      )

    it('signs in with the platform’s captcha and error text, and lists missing features to the super administrator', async () => {
      const { page, problems } = await app.signIn()
      const signIn = new SignInPage(page)
      const image = signIn.nextCaptcha.locator('img')
      await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1)
      const before = await image.getAttribute('src')
      await signIn.signIn('admin', 'admin123', '0000')
      await page.getByText('验证码错误').first().waitFor()
      await expect.poll(() => image.getAttribute('src')).not.toBe(before)
      await signIn.signIn('admin', 'admin123', '1234')
      await page.getByText(/没有 \d+ 项功能，详见用户菜单中的“平台能力”/).waitFor()
      await new DashboardPage(page).live.waitFor()
      await page.getByRole('button', { name: /^用户菜单/ }).click()
      await page.getByRole('menuitem', { name: '平台能力' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('没有实时推送，每 10 秒轮询一次').waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(problems).toEqual([])
    })

    /** The page has not loaded any gateway yet. */
    it('shows the server’s message when a list request is rejected, and loads the list on retry', async () => {
      refuse('godbGateway', 12, '网关服务忙')
      const { page } = await goOn('/manage/gateway')
      await toast(page, '网关服务忙')
      app.platform.refuse('godbGateway', null)
      await page.getByRole('button', { name: '重试' }).first().click()
      await new ListPage(page, '/manage/gateway', '网关').row('老网关一').waitFor()
    })

    it('derives a gateway’s online state from its devices, and shows none for a gateway without devices', async () => {
      const { page, problems } = await goOn('/manage/gateway')
      const list = new ListPage(page, '/manage/gateway', '网关')
      await list.row('老网关一').getByText('在线').waitFor()
      expect(await list.row('老网关二').getByText('离线').count()).toBe(0)
      await walkTo(page, '/')
      await page.getByRole('region', { name: '网关在线' }).getByText('未知 1').waitFor()
      expect(problems).toEqual([])
    })

    it('links to display screens with the project code, which name lists do not contain', async () => {
      const { page, problems } = await goOn('/')
      await page.getByRole('button', { name: '组态大屏' }).click()
      const href = (await page.getByRole('menuitem', { name: '老城大屏' }).getAttribute('href')) ?? ''
      expect(new URL(href).searchParams.get('project_pin_code')).toBe('P2')
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      expect(problems).toEqual([])
    })

    it('shows actions, object types and values of the operation log as words', async () => {
      const { page } = await goOn('/monitor/operation')
      const row = page.getByRole('row').filter({ hasText: '老网关二' })
      await row.getByText('新建').waitFor()
      await row.getByText('网关', { exact: true }).waitFor()
      await row.getByRole('button', { name: '详情' }).click()
      await page.getByRole('dialog').getByText('备用', { exact: true }).waitFor()
    })

    it('generates the first password of a new user, and shows no push result of northbound interfaces', async () => {
      const { page, problems } = await goOn('/permissionCenter/user')
      const list = new ListPage(page, '/permissionCenter/user', '用户')
      await list.create()
      await list.field('用户名').fill('newcomer')
      await list.field('昵称').fill('新人')
      await list.save.click()
      const password = await page.getByLabel('初始密码').inputValue()
      expect(calls('POST', 'godbSystemuser').at(-1)?.body).toMatchObject({
        username: 'newcomer',
        password: md5(password),
      })
      await page.getByRole('button', { name: '我已保存' }).click()
      await list.dialog.waitFor({ state: 'hidden' })
      await walkTo(page, '/pushService/northinterface')
      await new ListPage(page, '/pushService/northinterface', '北向接口').row('老接口').waitFor()
      expect(await page.getByText('上次结果').count()).toBe(0)
      expect(problems).toEqual([])
    })

    it('sends no request that needs an unannounced extension', async () => {
      const { page } = await goOn(`/monitor/history?devices=1&day=${app.today}`)
      await page.getByRole('region', { name: '老城空气站', exact: true }).getByRole('slider').first().waitFor()
      await walkTo(page, '/monitor/data?mode=map')
      await page.getByRole('group', { name: '图例' }).waitFor()
      await walkTo(page, '/monitor/data')
      await new MonitorPage(page).devices.first().waitFor()
      expect(unannounced().map(({ method, path, query }) => `${method} ${path} ${JSON.stringify(query)}`)).toEqual([])
    })
  })

  it('shows script results, alarms and offline states of devices, and counts only active alarms', async () => {
    const { page, problems } = await goOn('/monitor/data')
    const monitor = new MonitorPage(page)
    const station = monitor.device('老城空气站')
    await station.getByText('86.4').first().waitFor()
    await station.getByText('颗粒物超标').first().waitFor()
    await monitor.device('离线空气站').getByText(/离线/).first().waitFor()
    await monitor.device('在建空气站').getByText(/离线/).first().waitFor()
    // The log has two open alarms, of which one is over.
    await page.getByRole('button', { name: '报警：1 条' }).waitFor()
    expect(problems).toEqual([])
  })

  it('draws a history delivered newest first, with timestamps in seconds and values as text', async () => {
    const { page, problems } = await goOn(`/monitor/history?devices=1&day=${app.today}`)
    const panel = page.getByRole('region', { name: '老城空气站', exact: true })
    const chart = panel.getByRole('slider').first()
    await chart.focus()
    await chart.press('ArrowLeft')
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('86.4')
    await panel.getByRole('button', { name: '数据表' }).click()
    await panel.getByRole('table', { name: '老城空气站' }).getByText('90.0', { exact: true }).waitFor()
    expect(await panel.locator('[data-part=totals]').innerText()).toMatch(
      /70\.0[\s\S]*90\.0[\s\S]*排风扇[\s\S]*开 0\.0 小时/,
    )
    await panel.getByRole('table', { name: '老城空气站' }).getByText('开', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  it('compares two nodes, and removes the chart when the next query fails', async () => {
    const { page, problems } = await goOn(`/monitor/hisdataPk?items=1.41,2.41&month=${app.today.slice(0, 7)}&ask=1`)
    const compared = page.getByRole('slider').first()
    await compared.focus()
    await compared.press('ArrowLeft')
    await expect.poll(() => compared.getAttribute('aria-valuetext')).toContain('86.4')
    refuse('godbCompareHistoricaldata', 6, '对比表正在维护')
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await page.getByText('对比表正在维护').first().waitFor()
    expect(await page.getByRole('slider').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('lists alarms, and sends the whole record when one is handled', async () => {
    const { page, problems } = await goOn('/monitor/threoldManage')
    const table = page.getByRole('table', { name: '报警记录' })
    await table.getByRole('row').filter({ hasText: '颗粒物曾超标' }).getByText('已恢复').waitFor()
    const row = table.getByRole('row').filter({ hasText: '颗粒物超标' })
    await row.getByRole('button', { name: '处理' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /已处理/ }).check()
    await dialog.getByRole('textbox', { name: '处理说明' }).fill('现场已降尘')
    await dialog.getByRole('button', { name: '提交' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await row.getByText('已处理').waitFor()
    expect(app.platform.data.alarms[0]).toMatchObject({
      alarm_state: 2,
      explained: { String: '现场已降尘', Valid: true },
      threshold_name: '颗粒物上限',
    })
    await row.getByRole('button', { name: '详情' }).click()
    await dialog.getByText('没有发送任何通知').waitFor()
    expect(problems).toEqual([])
  })

  it('creates a gateway after a rejected code, sends only the changed field on edit, and deletes it', async () => {
    const { page, problems } = await goOn('/manage/gateway')
    const list = new ListPage(page, '/manage/gateway', '网关')
    await list.row('老网关二').getByText('Modbus').waitFor()
    await list.create()
    await list.field('网关名称').fill('新网关')
    await list.field('注册码').fill('8001')
    await list.choose('协议类型', '透传')
    await list.choose('所属项目', '老城项目')
    await list.save.click()
    await toast(page, '注册码已存在')
    await list.field('注册码').fill('8003')
    await list.save.click()
    await list.dialog.waitFor({ state: 'hidden' })
    await list.row('新网关').waitFor()

    await list.edit('新网关')
    await list.field('网关名称').fill('改名网关')
    await list.save.click()
    await list.dialog.waitFor({ state: 'hidden' })
    await list.row('改名网关').waitFor()
    expect(calls('PUT', 'godbGateway/3').at(-1)?.body).toEqual({ name: '改名网关' })
    await list.remove('改名网关')
    await list.row('改名网关').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('shows the first devices while the response is still arriving, and counts them when it is complete', async () => {
    const { states } = app.platform.data
    const release = app.platform.hold('godbDeviceState')
    onTestFinished(() => {
      app.platform.data.states = states
      release()
    })
    app.platform.data.states = Array.from({ length: 900 }, (_, at) => ({
      ...states[0],
      id: at + 1,
      name: `微站 ${at + 1}`,
    }))
    const { page } = await goOn(NOWHERE)
    await page.goto('/monitor/data?layout=rows')
    await page.getByRole('row', { name: /微站 1 / }).waitFor()
    const list = page.getByRole('grid', { name: '设备' })
    const all = page.getByRole('group', { name: '在线状态' }).getByRole('button', { name: /^全部/ })
    expect([await list.getAttribute('aria-rowcount'), await all.innerText()]).toEqual(['-1', '全部'])
    release()
    await page.getByText('共 900 台').waitFor()
    expect(await list.getAttribute('aria-rowcount')).toBe('901')
    expect(await all.innerText()).toMatch(/900/)
  })

  it('imports row by row with pauses, and continues after a rejected row', async () => {
    const { page } = await goOn(NOWHERE)
    await installClock(page)
    await page.goto('/manage/gateway/import')
    const dialog = page.getByRole('dialog', { name: '导入网关' })
    await dialog.getByRole('combobox', { name: '所属项目' }).click()
    await page.getByRole('option', { name: '老城项目', exact: true }).click()
    const text = ['网关名称,注册码,协议类型', '导入一,8101,1', '导入二,8002,1', '导入三,8103,2'].join('\r\n')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'gateways.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${text}`) })
    const before = calls('POST', 'godbGateway').length
    await dialog.getByRole('button', { name: '开始导入 3 行' }).click()
    for (const row of [1, 2, 3]) {
      // If the clock moved before the page has its answer, the pause would be waited for in full.
      await expect.poll(() => calls('POST', 'godbGateway').length).toBe(before + row)
      await page.clock.fastForward(3000)
    }
    await dialog.getByText('导入完成：成功 2 行，未成功 1 行').waitFor()
    await dialog.getByText('注册码已存在').first().waitFor()
    expect(app.platform.data.lists['godbGateway']?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['导入一', '导入三']),
    )
  })

  it('keeps the session while the platform is down, and reloads pages automatically when it is back', async () => {
    const { page } = await goOn(NOWHERE)
    await installClock(page)
    for (const path of ['/monitor/data', '/BigScreen']) {
      const isBack = await app.platform.away()
      await page.goto(path)
      await page.getByText('平台没有响应').waitFor()
      expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
      await isBack()
      await page.clock.fastForward(5000)
      await page.getByText('老城空气站').first().waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
  })

  /** Must be the last: it ends the session of the page on which the other tests walked. */
  it('signs out without an error message when godbMyInfo is rejected', async () => {
    const { page } = await goOn(NOWHERE)
    refuse('godbMyInfo', 9, '会话已失效')
    await page.goto('/monitor/data')
    await new SignInPage(page).username.waitFor()
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('login')])).toEqual([
      null,
      null,
    ])
    expect(await page.getByText('会话已失效').count()).toBe(0)
  })
})
