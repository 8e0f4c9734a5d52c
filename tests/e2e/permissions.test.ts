import { describe, expect, it } from 'vitest'
import { chromiumPath, walkTo } from '../support/browser.ts'
import { call, md5, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ListPage, Shell, SignInPage } from '../support/pages.ts'

describe.skipIf(chromiumPath === null)('who may do what', () => {
  const app = testConsole({ HMI_URL: '/hmi/edit' })

  const signedIn = async (path: string, noun: string, user = 'admin') => {
    const watched = await app.goOn(path, { user })
    await watched.page.getByRole('table').waitFor()
    return { ...watched, list: new ListPage(watched.page, path, noun) }
  }

  /** Makes a user with "view" on the page of videos and what else is ticked; answers the first password. */
  const makeUser = async (creator: string, username: string, buttons: readonly string[]): Promise<string> => {
    const { page, list, problems } = await signedIn('/permissionCenter/user', '用户', creator)
    await list.create()
    await list.field('用户名').fill(username)
    await list.field('昵称').fill('测试用户')
    const line = (name: string) => list.dialog.getByRole('treeitem', { name: new RegExp(`^${name}`) })
    await line('管理中心').focus()
    await page.keyboard.press('ArrowRight')
    await line('视频管理').focus()
    await page.keyboard.press('ArrowRight')
    for (const name of ['查看', ...buttons]) await line(name).click()
    expect(await line('视频管理').getAttribute('aria-checked')).toBe('mixed')
    await list.save.click()
    const shown = page.getByRole('alertdialog').getByRole('textbox')
    await shown.waitFor()
    const password = await shown.inputValue()
    await page.getByRole('button', { name: '我已保存', exact: true }).click()
    await list.row(username).waitFor()
    expect(problems).toEqual([])
    return password
  }

  it('a user of few keys changes the first password and sees only what was granted', async () => {
    const first = await makeUser('admin', 'few-keys', [])
    const { page } = await app.open()
    const { menu, denied } = new Shell(page)
    await page.goto('/manage/video')
    const signIn = new SignInPage(page)
    await signIn.signIn('few-keys', first)
    await page.locator('input[name=old]').fill(first)
    await page.locator('input[name=next]').fill('chosen-by-me')
    await page.locator('input[name=repeat]').fill('chosen-by-me')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: '重新登录', exact: true }).click()
    await signIn.username.waitFor()
    await signIn.signIn('few-keys', 'chosen-by-me')
    await menu.waitFor()
    await walkTo(page, '/manage/video')
    await page.getByRole('table').waitFor()
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['视频管理'])
    expect(await page.getByRole('button', { name: '新建视频', exact: true }).count()).toBe(0)
    expect(await page.getByRole('columnheader', { name: '操作' }).count()).toBe(0)
    await walkTo(page, '/permissionCenter/user')
    await denied.waitFor()
  })

  it('a password is set by who may, has to be changed at the next sign-in, and the old one ends', async () => {
    const { list } = await signedIn('/permissionCenter/user', '用户')
    await list.more('viewer', '修改密码')
    await list.dialog.getByLabel('您自己的密码').fill('admin123')
    await list.dialog.getByLabel(/^新密码/).fill('another-one')
    await list.dialog.getByLabel('再次输入新密码').fill('another-on')
    await list.dialog.getByText('两次输入的新密码不一致').waitFor()
    await list.dialog.getByLabel('再次输入新密码').fill('another-one')
    await list.dialog.getByRole('button', { name: '保存新密码', exact: true }).click()
    await list.dialog.waitFor({ state: 'hidden' })
    const other = await app.open()
    await new SignInPage(other.page).signIn('viewer', 'viewer123')
    await other.page.getByText('用户名或密码不正确').waitFor()
    await new SignInPage(other.page).signIn('viewer', 'another-one')
    await other.page.locator('input[name=next]').waitFor()
  })

  it('display screens are cards too, go on top, and open their editor with no session token', async () => {
    const { page } = await signedIn('/peizhiCenter/hmi', '大屏')
    await page
      .getByRole('button', { name: '卡片', exact: true })
      .or(page.getByRole('radio', { name: '卡片', exact: true }))
      .click()
    const card = page.getByRole('article', { name: '民心河水质', exact: true })
    const href = new URL(
      (await card.getByRole('link', { name: /^编辑画面/ }).getAttribute('href')) ?? '',
      app.server.url,
    )
    expect([...href.searchParams.keys()]).toEqual(['token', 'hmi_id', 'district_pin_code', 'project_pin_code'])
    expect(href.searchParams.get('project_pin_code')).not.toBe('')
    const session = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(session).not.toContain(href.searchParams.get('token') ?? 'none')
    await card.getByRole('button', { name: '置顶: 民心河水质', exact: true }).click()
    await card.getByText('已置顶', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('已置顶', { exact: true }).count()).toBe(1)
  })

  it('a video is an address or an uploaded picture', async () => {
    const { page, list } = await signedIn('/manage/video', '视频')
    await list.create()
    await list.field('视频名称').fill('测试机位')
    await list.choose('所属区域', '石家庄市')
    await list.field('来源').fill('rtsp://camera')
    await list.save.click()
    await list.dialog.getByText('请输入网址，或上传图片').waitFor()
    await list.dialog.getByRole('radio', { name: /^上传图片/ }).click()
    const dot = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await list.dialog.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
    await list.dialog.getByRole('img').waitFor()
    await list.save.click()
    await list.dialog.waitFor({ state: 'hidden' })
    await list.row('测试机位').getByRole('img').waitFor()
    expect(await page.getByRole('row').count()).toBeGreaterThan(3)
  })

  it('a user made by a project administrator has the buttons that were ticked', async () => {
    const first = await makeUser('manager', 'some-keys', ['新建'])
    // The first password is changed as the console does: how that looks is seen of the other one.
    const { url } = app.server
    const token = await tokenOf(url, 'some-keys', first)
    const passwords = { my_passwd: md5(first), user_passwd: md5('chosen-by-me') }
    expect((await call(url, 'PUT', 'godbSystemuserPassword', { token, body: passwords })).code).toBe(0)
    const { page } = await app.signedIn('/manage/video', { user: 'some-keys', password: 'chosen-by-me' })
    await page.getByRole('row').nth(1).waitFor()
    await page.getByRole('button', { name: '新建视频', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^编辑 / }).count()).toBe(0)
  })

  it('a project is edited by its administrator, and made by the super administrator alone', async () => {
    const { page, list } = await signedIn('/permissionCenter/project', '项目', 'manager')
    expect(await page.getByRole('button', { name: '新建项目', exact: true }).count()).toBe(0)
    await list.edit('石家庄智慧环保')
    await list.field('联系电话').fill('123')
    expect(await list.dialog.getByText('VIP').count()).toBe(0)
    await list.save.click()
    await list.dialog.getByText('请输入 11 位手机号').waitFor()
    await list.field('联系电话').fill('13900139000')
    await list.save.click()
    await list.dialog.waitFor({ state: 'hidden' })
    await list.row('13900139000').waitFor()
  })

  it('what is only the super administrator’s is hidden from a project administrator', async () => {
    const { page } = await signedIn('/manage/gateway', '网关', 'manager')
    expect(await page.getByRole('columnheader', { name: '所属项目' }).count()).toBe(0)
  })
})
