import iconv from 'iconv-lite'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { allResources } from '../../resources/index.ts'
import { pathTo } from '../../src/admin/place.ts'
import { chromiumPath, settled, STILL, walkTo } from '../support/browser.ts'
import { call, md5, tokenOf } from '../support/call.ts'
import { comeBack } from '../support/comeBack.ts'
import { testConsole } from '../support/console.ts'
import { ListPage, Shell, SignInPage } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

/** Entities that are created from their list. */
const creatable = allResources.filter(({ screen, access }) => screen && access.create !== undefined)
/** The browsers' default, for tests about positions while a form opens and changes. */
const MOVING = { reducedMotion: 'no-preference' } as const

interface Named {
  id: number
  name: string
  project_id: number
  superid?: number
}

describe.skipIf(chromiumPath === null)('management pages', () => {
  const app = testConsole({
    HMI_URL: '/hmi/edit',
    ENTITIES_DIR: fileURLToPath(new URL('../../examples', import.meta.url)),
  })

  const open = async (path: string, noun: string, user = 'admin') => {
    const watched = await app.goOn(path, { user, ...STILL })
    await watched.page.getByRole('table').waitFor()
    return { ...watched, list: new ListPage(watched.page, path, noun) }
  }

  describe('entity forms with mouse input', () => {
    /** A click as a hand makes it: at the target's current position, with time between pressing and releasing. */
    const clickAsAHand = async (page: Page, target: Locator) => {
      await target.scrollIntoViewIfNeeded()
      const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await page.mouse.move(x + width / 2, y + height / 2)
      await page.mouse.down()
      // Leaving the previous field has taken effect, and is drawn.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await page.mouse.up()
    }
    /** Positions of a form's fields. */
    const placesIn = (dialog: Locator) =>
      dialog
        .locator('[data-field]')
        .evaluateAll((fields) =>
          fields.map((field) => [field.getAttribute('data-field'), Math.round(field.getBoundingClientRect().top)]),
        )

    it.each([
      { path: '/permissionCenter/user/create', label: /^上级用户/ },
      { path: '/manage/device/create', label: /^存储方式/ },
    ])(
      '$path: opens a select at the first click after an empty required field loses focus, and shows no error',
      async ({ path, label }) => {
        const { page, problems } = await app.goOn(path, STILL)
        await page.emulateMedia(MOVING)
        const dialog = page.getByRole('dialog')
        await dialog.locator(':is(input, textarea):focus').waitFor()
        await settled(page)
        await clickAsAHand(page, dialog.getByRole('combobox', { name: label }))
        await page.getByRole('option').first().waitFor()
        expect(await dialog.locator('[data-part=problem]').allInnerTexts()).toEqual([])
        expect(problems).toEqual([])
        await page.emulateMedia(STILL)
      },
    )

    it('marks all 5 missing fields of a protocol format row at the first click on save', async () => {
      const { page, problems } = await app.goOn('/pushService/protocolFormat', STILL)
      await page.emulateMedia(MOVING)
      const list = new ListPage(page, '/pushService/protocolFormat', '协议格式')
      await list.edit('城市平台标准格式')
      await list.dialog.getByRole('button', { name: '新建格式行' }).click()
      const row = list.dialog.locator('form')
      await row.getByRole('combobox', { name: /^键类型/ }).focus()
      await page.keyboard.press('Tab')
      await clickAsAHand(page, row.getByRole('button', { name: '保存', exact: true }))
      await expect.poll(() => row.locator('[data-field]:has([data-part=problem])').count()).toBe(5)
      expect(problems).toEqual([])
      await page.emulateMedia(STILL)
    })

    it('keeps the fields of every create form in place when an empty or invalid field loses focus', {
      timeout: upTo(300_000),
    }, async () => {
      // A dialog of each list opens and closes. Everything that moves has moved by the time it is measured.
      const { page, problems } = await app.goOn('/monitor/operation', STILL)
      await new Shell(page).user.waitFor()
      const moved: unknown[] = []
      for (const resource of creatable) {
        await walkTo(page, pathTo(resource, { kind: 'create' }))
        const dialog = page.getByRole('dialog')
        const first = dialog.locator(':is(input, textarea):focus')
        await first.waitFor()
        // The dialog has reached its position and its options are loaded: it stands still.
        await page.waitForLoadState('networkidle')
        await expect.poll(() => dialog.locator('[data-part=skeleton]').count()).toBe(0)
        await settled(page)
        let before = await placesIn(dialog)
        await expect
          .poll(async () => {
            const last = String(before)
            before = await placesIn(dialog)
            return String(before) === last
          })
          .toBe(true)
        await page.keyboard.press('Tab')
        // A text that violates most rules, and is too long as well.
        await dialog.locator('input[type=text], input:not([type])').first().fill('?'.repeat(300))
        await page.keyboard.press('Tab')
        await dialog.locator('[data-part=problem]').first().waitFor()
        const after = await placesIn(dialog)
        for (const [index, place] of before.entries())
          if (String(place) !== String(after[index])) moved.push([resource.path, place, after[index]])
        await dialog.getByRole('button', { name: '取消', exact: true }).click()
        await page.getByRole('button', { name: '放弃修改' }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      expect(moved).toEqual([])
      expect(problems).toEqual([])
    })
  })

  describe('CSV import', () => {
    it('imports areas from the template, finds them in the tree and keeps an outline edited by clicks, keys and undo', async () => {
      const { page, list, problems } = await open('/manage/area', '区域')
      const { dialog, header } = await importing(page)
      expect(header).toBe('区域名称*,上级区域*')
      await give(dialog, [header, '东部新城,石家庄市', '东部新城一段,东部新城', '无主之地,没有的区'])
      await dialog.getByText('没有找到“没有的区”').waitFor()
      await dialog.getByRole('button', { name: '开始导入 2 行' }).click()
      await dialog.getByText('导入完成：成功 2 行，未成功 1 行').waitFor()
      await dialog.getByRole('button', { name: '完成', exact: true }).click()

      const [city, part] = [page.getByRole('button', { name: '收起 石家庄市', exact: true }), list.row('东部新城一段')]
      await part.waitFor()
      await city.click()
      await part.waitFor({ state: 'detached' })
      await list.search.fill('新城一段')
      // The match with its two ancestors, and the header row.
      await expect.poll(() => page.getByRole('row').count()).toBe(4)
      await part.waitFor()
      await list.search.fill('')
      await part.waitFor({ state: 'detached' })
      await list.search.fill('新城一段')

      await list.edit('东部新城一段')
      const map = list.dialog.getByRole('application')
      for (const position of [
        { x: 150, y: 80 },
        { x: 300, y: 90 },
        { x: 260, y: 220 },
        { x: 160, y: 200 },
      ])
        await map.click({ position })
      await list.dialog.getByText(/^4 个点/).waitFor()
      await list.dialog.getByRole('button', { name: /^顶点 4/ }).focus()
      await page.keyboard.press('Delete')
      await list.dialog.getByText(/^3 个点/).waitFor()
      await list.dialog.getByRole('button', { name: '撤销' }).click()
      await list.dialog.getByText(/^4 个点/).waitFor()
      const drawn = await list.field('边界').inputValue()
      await list.save.click()
      await list.dialog.waitFor({ state: 'hidden' })
      const token = await tokenOf(app.server.url, 'admin', 'admin123')
      const { data } = await call<{ name: string; positional: { String: string } }[]>(
        app.server.url,
        'GET',
        'godbDistrict',
        { token },
      )
      const kept = data.find(({ name }) => name === '东部新城一段')?.positional.String ?? '[]'
      expect(JSON.parse(kept)).toHaveLength(4)
      await comeBack(page)
      await list.edit('东部新城一段')
      await list.dialog.getByRole('button', { name: /^顶点 4/ }).waitFor()
      expect(await list.field('边界').inputValue()).toBe(drawn)
      expect(drawn.split('\n')).toHaveLength(4)
      expect(problems).toEqual([])
    })

    it('imports gateways from the template, and sends a rejected row again after it is corrected', async () => {
      const { page, list, problems } = await open('/manage/gateway', '网关')
      const { dialog, header } = await importing(page)
      expect(header).toBe('网关名称*,注册码*,协议类型*,ICCID,SIM 运营商,备注')
      await give(dialog, [header, '导入网关 01,880001,MQTT,,,', '导入网关 02,86530100,MQTT,,,'])
      await dialog.getByRole('button', { name: '开始导入 2 行' }).click()
      await dialog.getByText('导入完成：成功 1 行，未成功 1 行').waitFor()
      const refused = dialog.getByRole('gridcell', { name: /86530100/ })
      await refused.getByText('已被使用').waitFor()
      await refused.click()
      await refused.click()
      await dialog.getByRole('textbox', { name: /^编辑注册码/ }).fill('880002')
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: '发送已修改的 1 行' }).click()
      await dialog.getByText('导入完成：成功 2 行，未成功 0 行').waitFor()
      await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: '下载上报凭证' }).click()])
      await dialog.getByRole('button', { name: '完成', exact: true }).click()
      await list.row('导入网关 02').getByText('880002').waitFor()
      expect(problems).toEqual([])
    })

    it('imports devices from a GBK file after an edit, and offers failed rows and credentials for download', async () => {
      const token = await tokenOf(app.server.url, 'admin', 'admin123')
      const names = async (list: string) => (await call<Named[]>(app.server.url, 'GET', list, { token })).data
      const [projects, areas, products, gateways] = await Promise.all(
        ['godbProjectNameList', 'godbDistrictNameList', 'godbDevicetypeNameList', 'godbGatewayNameList'].map(names),
      )
      const project = projects?.[0]
      const area = areas?.find(({ project_id }) => project_id === project?.id)
      const gateway = gateways?.find(({ project_id }) => project_id === project?.id)
      if (!project || !area || !gateway || !products?.[0])
        throw new Error('the demo has no project, area, product or gateway')
      const rows = Array.from(
        { length: 300 },
        (_, at) =>
          `导入水站${at},${at === 5 ? '没有的区' : area.id},${products[0]?.name},${gateway.name},${at === 7 ? 5 : 30},-2`,
      )
      const file = iconv.encode(['设备名称,所属区域,产品型号,网关,采集周期,存储方式', ...rows].join('\r\n'), 'gbk')

      const { page, problems } = await app.goOn('/manage/device/import', STILL)
      const dialog = page.getByRole('dialog', { name: '导入设备' })
      await dialog.getByRole('combobox', { name: '所属项目' }).click()
      await page.getByRole('option', { name: project.name, exact: true }).click()
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'devices.csv', mimeType: 'text/csv', buffer: file })

      await dialog.getByText('没有找到“没有的区”').waitFor()
      await dialog.getByRole('radio', { name: '有问题 2' }).click()
      const cell = dialog.getByRole('gridcell', { name: /没有的区/ })
      await cell.click()
      await cell.click()
      await dialog.getByRole('combobox', { name: /^编辑所属区域/ }).fill(String(area.id))
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: '开始导入 299 行' }).click()
      await dialog.getByText('导入完成：成功 299 行，未成功 1 行').waitFor()

      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: '下载未成功的行' }).click(),
      ])
      expect(iconv.decode(await readFile(await saved.path()), 'gbk')).toContain('导入水站7')
      // The devices' credentials are shown only once: leaving without saving them asks for confirmation.
      await dialog.getByRole('button', { name: '完成' }).click()
      const question = page.getByRole('alertdialog', { name: '还没有保存' })
      await question.getByText('有 299 项尚未下载或复制').waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'hidden' })
      const [codes] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: '下载上报凭证' }).click(),
      ])
      expect((await readFile(await codes.path(), 'utf8')).trim().split('\n')).toHaveLength(300)
      await dialog.getByRole('button', { name: '完成' }).click()
      await dialog.waitFor({ state: 'hidden' })

      const made = await call<{ list: { save_cycle: number }[]; total: number }>(
        app.server.url,
        'GET',
        `godbDevice?page_size=10&current=1&search=${encodeURIComponent('导入水站')}`,
        { token },
      )
      expect(made.data.total).toBe(299)
      expect(made.data.list[0]?.save_cycle).toBe(100_000_000)
      expect(problems).toEqual([])
    })
  })

  describe('entities defined by files', () => {
    it('are created, edited and deleted in their list, with required fields and a conditional field', async () => {
      const { page, problems } = await app.goOn('/fieldwork/sparePart', STILL)
      const list = new ListPage(page, '/fieldwork/sparePart', '备件')
      await page.getByText('还没有备件').waitFor()
      await new Shell(page).menu.getByRole('link', { name: '巡检记录' }).waitFor()

      await list.page.getByRole('button', { name: '新建备件', exact: true }).first().click()
      await list.dialog.waitFor()
      await list.save.click()
      await list.dialog.getByText('必填').first().waitFor()
      await list.field('备件名称').fill('12V 蓄电池')
      await list.field('备件编号').fill('BAT12')
      await list.choose('类别', '电源与电池')
      await list.field('库存数量').fill('8')
      await list.dialog.getByRole('textbox', { name: '盘点日期' }).fill('2026-11-20')
      expect(await list.dialog.getByLabel('供应商电话').count()).toBe(0)
      await list.field('供应商').fill('裕泰电源')
      await list.field('供应商电话').fill('0311-88001234')
      await list.save.click()
      await list.dialog.waitFor({ state: 'hidden' })
      await list.row('12V 蓄电池').getByText('电源与电池').waitFor()
      await list.row('12V 蓄电池').getByText('2026-11-20').waitFor()

      await list.edit('12V 蓄电池')
      await list.field('库存数量').fill('0')
      await list.save.click()
      await list.dialog.waitFor({ state: 'hidden' })
      await list.row('12V 蓄电池').getByText('缺货').waitFor()

      const token = await tokenOf(app.server.url, 'admin', 'admin123')
      const kept = await call<{ list: object[] }>(app.server.url, 'GET', 'sparePart?page_size=10&current=1', { token })
      expect(kept.data.list).toEqual([expect.objectContaining({ name: '12V 蓄电池', stock: 0 })])
      await list.remove('12V 蓄电池')
      await expect.poll(() => list.row('12V 蓄电池').count()).toBe(0)
      expect(problems).toEqual([])
    })
  })

  describe('permissions', () => {
    /**
     * Creates a user with "view" on the page of videos and the given further permissions; returns the first password.
     */
    const makeUser = async (creator: string, username: string, buttons: readonly string[]): Promise<string> => {
      const { page, list, problems } = await open('/permissionCenter/user', '用户', creator)
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

    it('requires a new user to change the first password, and shows only the granted page without write buttons', async () => {
      const first = await makeUser('admin', 'few-keys', [])
      const { page } = await app.open(STILL)
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

    it('resets another user’s password: the old one is rejected, the new one must be changed at sign-in', async () => {
      const { list } = await open('/permissionCenter/user', '用户')
      await list.more('viewer', '修改密码')
      await list.dialog.getByLabel('您自己的密码').fill('admin123')
      await list.dialog.getByLabel(/^新密码/).fill('another-one')
      await list.dialog.getByLabel('再次输入新密码').fill('another-on')
      await list.dialog.getByText('两次输入的新密码不一致').waitFor()
      await list.dialog.getByLabel('再次输入新密码').fill('another-one')
      await list.dialog.getByRole('button', { name: '保存新密码', exact: true }).click()
      await list.dialog.waitFor({ state: 'hidden' })
      const other = await app.open(STILL)
      await new SignInPage(other.page).signIn('viewer', 'viewer123')
      await other.page.getByText('用户名或密码不正确').waitFor()
      await new SignInPage(other.page).signIn('viewer', 'another-one')
      await other.page.locator('input[name=next]').waitFor()
    })

    it('shows display screens as cards, pins one to the top, and links to the editor without the session token', async () => {
      const { page } = await open('/peizhiCenter/hmi', '大屏')
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

    it('rejects an rtsp address as video source and saves an uploaded picture', async () => {
      const { page, list } = await open('/manage/video', '视频')
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
      await list.dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot })
      await list.dialog.getByRole('img').waitFor()
      await list.save.click()
      await list.dialog.waitFor({ state: 'hidden' })
      await list.row('测试机位').getByRole('img').waitFor()
      expect(await page.getByRole('row').count()).toBeGreaterThan(3)
    })

    it('shows a user created by a project administrator only the granted buttons', async () => {
      const first = await makeUser('manager', 'some-keys', ['新建'])
      // Changes the first password by the call that the console uses: the other user's test covers the form.
      const { url } = app.server
      const token = await tokenOf(url, 'some-keys', first)
      const passwords = { my_passwd: md5(first), user_passwd: md5('chosen-by-me') }
      expect((await call(url, 'PUT', 'godbSystemuserPassword', { token, body: passwords })).code).toBe(0)
      const { page } = await app.signedIn('/manage/video', { user: 'some-keys', password: 'chosen-by-me', ...STILL })
      await page.getByRole('row').nth(1).waitFor()
      await page.getByRole('button', { name: '新建视频', exact: true }).waitFor()
      expect(await page.getByRole('button', { name: /^编辑 / }).count()).toBe(0)
    })

    it('allows a project administrator to edit the project, without the VIP field, but not to create one', async () => {
      const { page, list } = await open('/permissionCenter/project', '项目', 'manager')
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

    it('hides the project column of gateways from a project administrator', async () => {
      const { page } = await open('/manage/gateway', '网关', 'manager')
      expect(await page.getByRole('columnheader', { name: '所属项目' }).count()).toBe(0)
    })

    it('hides virtual device configuration from a project administrator', async () => {
      const { page } = await open('/manage/device', '设备', 'manager')
      await page
        .getByRole('button', { name: /的更多操作$/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: '查看详情' }).waitFor()
      expect(await page.getByRole('menuitem').allTextContents()).not.toContain('虚拟设备配置')
      await page.getByRole('menuitem', { name: '查看详情' }).click()
      const details = page.getByRole('dialog')
      await details.getByText('基本信息').waitFor()
      expect(await details.getByRole('tab', { name: '虚拟设备' }).count()).toBe(0)
    })
  })
})

/** Opens the import of a list for its first project; returns its dialog, and the header of the template it offers. */
async function importing(page: Page): Promise<{ dialog: Locator; header: string }> {
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^导入/ })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载模板' }).click(),
  ])
  const [header = ''] = iconv.decode(await readFile(await file.path()), 'gb18030').split('\r\n')
  await dialog.getByRole('combobox', { name: '所属项目' }).click()
  await page.getByRole('option', { name: '石家庄智慧环保', exact: true }).click()
  return { dialog, header }
}

/** Gives the dialog a file, in the encoding of that language's spreadsheets. */
const give = (dialog: Locator, lines: readonly string[]): Promise<void> =>
  dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'filled.csv', mimeType: 'text/csv', buffer: iconv.encode(lines.join('\r\n'), 'gb18030') })
