import { describe, expect, it } from 'vitest'
import { chromiumPath, walkTo } from '../support/browser.ts'
import { md5 } from '../support/call.ts'
import { oldPlatformApp } from '../support/oldPlatformApp.ts'
import { ListPage, MonitorPage, SignInPage } from '../support/pages.ts'

describe.skipIf(chromiumPath === null)('what a platform of the older form does not say or have', () => {
  const app = oldPlatformApp()
  const { fresh, goOn, calls } = app
  // Whatever a test looked at: the simulator has none of the extensions and does not announce one.
  const unannounced = () =>
    app.platform.sent.filter(
      ({ path, query }) =>
        /^(resources|logout|geocode|outlines|north(state|preview|push)|taken|lastcommand)\b|\/(batch|areas|export|credential)$/.test(
          path,
        ) || ['points', 'sort', 'order', 'ids', 'groups', 'totals'].some((name) => name in query),
    )

  it('says of a gateway what the devices behind it say, and nothing where there are none', async () => {
    const { page, problems } = await goOn('/manage/gateway')
    const list = new ListPage(page, '/manage/gateway', '网关')
    await list.row('老网关一').getByText('在线').waitFor()
    expect(await list.row('老网关二').getByText('离线').count()).toBe(0)
    await walkTo(page, '/')
    await page.getByRole('region', { name: '网关在线' }).getByText('未知 1').waitFor()
    expect(problems).toEqual([])
  })

  it('leads to display screens with the code of their project, which name lists do not say', async () => {
    const { page, problems } = await goOn('/')
    await page.getByRole('button', { name: '组态大屏' }).click()
    const href = (await page.getByRole('menuitem', { name: '老城大屏' }).getAttribute('href')) ?? ''
    expect(new URL(href).searchParams.get('project_pin_code')).toBe('P2')
    expect(problems).toEqual([])
  })

  it('puts its operation log in words', async () => {
    const { page } = await goOn('/monitor/operation')
    const row = page.getByRole('row').filter({ hasText: '老网关二' })
    await row.getByText('新建').waitFor()
    await row.getByText('网关', { exact: true }).waitFor()
    await row.getByRole('button', { name: '详情' }).click()
    await page.getByRole('dialog').getByText('备用', { exact: true }).waitFor()
  })

  it('tells the super administrator what it lacks', async () => {
    const { page, problems } = await fresh()
    await new SignInPage(page).signIn('admin', 'admin123', '1234')
    await page.getByText(/没有 \d+ 项功能，详见用户菜单中的“平台能力”/).waitFor()
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '平台能力' }).click()
    await page.getByRole('dialog').getByText('没有实时推送，每 10 秒轮询一次').waitFor()
    expect(problems).toEqual([])
  })

  it('makes up the first password of a new user, and offers no push and no preview', async () => {
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
    await walkTo(page, '/pushService/northinterface')
    await new ListPage(page, '/pushService/northinterface', '北向接口').row('老接口').waitFor()
    expect(await page.getByText('上次结果').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('was asked for nothing that it did not announce', async () => {
    const { page } = await goOn(`/monitor/history?devices=1&day=${app.today}`)
    await page.getByRole('region', { name: '老城空气站', exact: true }).getByRole('slider').first().waitFor()
    await walkTo(page, '/monitor/data?mode=map')
    await page.getByRole('group', { name: '图例' }).waitFor()
    await walkTo(page, '/monitor/data')
    await new MonitorPage(page).devices.first().waitFor()
    expect(unannounced().map(({ method, path, query }) => `${method} ${path} ${JSON.stringify(query)}`)).toEqual([])
  })
})
