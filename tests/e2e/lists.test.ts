import { strFromU8, unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../../resources/index.ts'
import { chromiumPath, STILL, walkTo } from '../support/browser.ts'
import { call, makeDevice, makeRule, tokenOf } from '../support/call.ts'
import { comeBack } from '../support/comeBack.ts'
import { testConsole } from '../support/console.ts'
import { ListPage, Shell } from '../support/pages.ts'
import { arrange } from '../support/shotStates.ts'

describe.skipIf(chromiumPath === null)('entity lists', () => {
  const app = testConsole()
  let admin: string
  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
  })

  /** Opens a list; with `beside` on a page of its own instead of the one that walks on. */
  const signedIn = async (path: string, noun: string, beside = false) => {
    const watched = await (beside ? app.signedIn(path, STILL) : app.goOn(path, STILL))
    await watched.page.getByRole('table').or(watched.page.getByRole('dialog')).first().waitFor()
    return { ...watched, list: new ListPage(watched.page, path, noun) }
  }
  const make = async (resource: string, body: object): Promise<number> => {
    const made = await call<{ id: number }>(app.server.url, 'POST', resource, { token: admin, body })
    if (made.code !== 0) throw new Error(`no ${resource} was made: ${JSON.stringify(made)}`)
    return made.data.id
  }
  /** What the browser keeps for good. */
  const keptBy = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...localStorage }))
  const makeGateway = (name: string, regcode: string, explained = '') =>
    make('godbGateway', { name, regcode, explained, protocol_type: 2, project_id: 1 })

  describe('gateway list', () => {
    it('creates, edits and deletes a gateway, and shows the server’s error at its field', async () => {
      const { page, list, problems } = await signedIn('/manage/gateway', '网关')
      await list.create()
      expect(page.url()).toContain('/manage/gateway/create')

      await list.save.click()
      await list.dialog.getByText('必填').first().waitFor()

      await list.field('网关名称').fill('GW-测试-01')
      await list.field('注册码').fill('86530100')
      await list.choose('协议类型', 'MQTT')
      await list.save.click()
      // Only the server knows that the code is taken; its answer stands at the field.
      await list.dialog.getByText('已被使用').waitFor()
      expect(await list.field('注册码').getAttribute('aria-invalid')).toBe('true')
      expect(await list.field('网关名称').getAttribute('aria-invalid')).not.toBe('true')

      await list.field('注册码').fill('990001')
      await list.save.click()
      // The gateway's telemetry credential is shown only once.
      await page.getByRole('button', { name: '我已保存', exact: true }).click()
      await list.dialog.waitFor({ state: 'hidden' })
      await list.row('GW-测试-01').waitFor()

      await list.edit('GW-测试-01')
      expect(await list.field('注册码').inputValue()).toBe('990001')
      await list.field('网关名称').fill('GW-测试-02')
      await list.save.click()
      await list.dialog.waitFor({ state: 'hidden' })
      await list.row('GW-测试-02').waitFor()

      await list.search.fill('990001')
      await expect.poll(() => page.getByRole('row').count()).toBe(2)
      await list.remove('GW-测试-02')
      await expect.poll(() => list.row('GW-测试-02').count()).toBe(0)
      expect(problems.filter((problem) => problem !== '409 POST /v1/godbGateway')).toEqual([])
    })

    it('does not delete a gateway in use and says that it is in use', async () => {
      const { list } = await signedIn('/manage/gateway', '网关')
      await list.search.fill('GW-长安-01')
      await list.row('GW-长安-01').waitFor()
      await list.more('GW-长安-01', '删除网关')
      await list.question.getByRole('button', { name: '删除', exact: true }).click()
      await list.question.getByText(/仍被使用/).waitFor()
      await list.question.getByRole('button', { name: '取消', exact: true }).click()
      await list.question.waitFor({ state: 'hidden' })
      expect(await list.row('GW-长安-01').count()).toBe(1)
    })

    it('opens the form at its own URL, and asks before discarding changes', async () => {
      const { page } = await app.goOn('/manage/gateway/create', STILL)
      const list = new ListPage(page, '/manage/gateway', '网关')
      await list.dialog.waitFor()
      await list.field('网关名称').fill('halb')
      await page.keyboard.press('Escape')
      await page.getByText('放弃未保存的修改？').waitFor()
      await page.getByRole('button', { name: '放弃修改', exact: true }).click()
      await list.dialog.waitFor({ state: 'hidden' })
      expect(new URL(page.url()).pathname).toBe('/manage/gateway')
    })

    it('returns to the previous page when the last row of a page is deleted', async () => {
      for (let number = 10; number <= 20; number++) await makeGateway(`GW-页-${number}`, `9900${number}`)
      const { page, list } = await signedIn('/manage/gateway', '网关')
      await list.search.fill('GW-页-')
      await expect.poll(() => page.getByRole('row').count()).toBe(11)
      const pages = page.getByRole('navigation', { name: '分页' })
      await pages.getByText(/共 11 条/).waitFor()
      await pages.getByRole('button', { name: '第 2 页', exact: true }).click()
      await expect.poll(() => page.getByRole('row').count()).toBe(2)
      const last = /GW-页-\d+/.exec(await page.getByRole('row').nth(1).innerText())?.[0] ?? ''
      await list.remove(last)
      await pages.getByText(/共 10 条/).waitFor()
      await expect.poll(() => page.getByRole('row').count()).toBe(11)
      expect(await list.row(last).count()).toBe(0)
    })
  })

  it('restore search, filter, sort and page from the URL, and save filters under a name', async () => {
    const { page, list, problems } = await signedIn('/manage/gateway', '网关')
    const shown = (of: typeof page) => of.getByRole('row').allInnerTexts()
    await list.search.fill('GW-')
    await page.getByRole('combobox', { name: '所属项目' }).click()
    await page.getByRole('option', { name: '石家庄智慧环保', exact: true }).click()
    const head = page.getByRole('columnheader', { name: /^网关名称/ })
    await head.getByRole('button').click()
    // A second click before the list shows the first would ask for the same order.
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
    await head.getByRole('button').click()
    const listed = () => {
      const { searchParams: asked } = new URL(page.url())
      return {
        filter: JSON.parse(asked.get('filter') ?? '{}') as object,
        sort: asked.get('sort'),
        order: asked.get('order'),
      }
    }
    // The search reaches the address some time after it was typed.
    await expect.poll(listed).toEqual({ filter: { q: 'GW-', pro_id: 1 }, sort: 'name', order: 'DESC' })
    const kept = new URL(page.url()).search
    await page.getByRole('button', { name: '第 2 页', exact: true }).click()
    // The address changes before the list is drawn for it.
    await page.getByText(/第 11–/).waitFor()
    await page.locator('[data-part=rows][aria-busy=false]').waitFor()
    await page.waitForURL(/page=2/)
    const address = page.url().slice(app.server.url.length)

    const other = await signedIn(address, '网关', true)
    await expect.poll(() => shown(other.page)).toEqual(await shown(page))
    expect(await other.list.search.inputValue()).toBe('GW-')
    const chosen = other.page.getByRole('combobox', { name: '所属项目' })
    await expect.poll(() => chosen.inputValue()).toBe('石家庄智慧环保')
    expect(await other.page.getByRole('columnheader', { name: /^网关名称/ }).getAttribute('aria-sort')).toBe(
      'descending',
    )

    const entry = page.getByRole('menuitem').filter({ hasText: '夜班' })
    await page.getByRole('button', { name: '已存筛选', exact: true }).click()
    await page.getByRole('textbox', { name: '筛选名称' }).fill('夜班')
    await page.keyboard.press('Enter')
    await entry.waitFor()
    expect(await keptBy(page)).toContain('夜班')
    await page.goto('/manage/gateway')
    await page.getByRole('button', { name: '已存筛选', exact: true }).click()
    await entry.click()
    await expect.poll(() => new URL(page.url()).search).toBe(kept)
    await expect.poll(() => list.search.inputValue()).toBe('GW-')
    await page.getByRole('button', { name: '已存筛选：夜班', exact: true }).click()
    await page.getByRole('button', { name: '删除筛选 夜班', exact: true }).click()
    await entry.waitFor({ state: 'detached' })
    expect(await keptBy(page)).not.toContain('夜班')
    await comeBack(page)
    await page.getByRole('button', { name: '已存筛选', exact: true }).waitFor()
    expect([...problems, ...other.problems]).toEqual([])
  })

  it('truncate long names and units so that no column leaves the screen', async () => {
    const { page } = await app.signedIn('/manage/device', {
      ...STILL,
      viewport: { width: 1440, height: 900 },
      before: ({ context }) => arrange(context, 'long'),
    })
    for (const path of ['manage/device', 'manage/node', 'alarmConfig/threshold']) {
      await walkTo(page, `/${path}`)
      const table = page.getByRole('table', { name: resourceOf(path).label[0], exact: true })
      await table.getByText('滹沱河北岸').first().waitFor()
      expect([path, await table.evaluate((drawn) => drawn.getBoundingClientRect().right <= innerWidth)]).toEqual([
        path,
        true,
      ])
    }
  })

  it('export the filtered rows as CSV and Excel without formulas', async () => {
    await makeGateway('GW-带走-01', '990101', '=HYPERLINK("http://x")')
    await makeGateway('GW-带走-02', '990102', '一行, 两格')
    const { page, list, problems } = await signedIn('/manage/gateway?search=GW-带走', '网关')
    await list.row('GW-带走-01').waitFor()
    const taken = async (entry: RegExp) => {
      await page.getByRole('button', { name: '导出筛选结果' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: entry }).click(),
      ])
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    const csv = await taken(/CSV/)
    expect(csv.name).toMatch(/^网关管理_\d{4}-\d{2}-\d{2}\.csv$/)
    expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const lines = csv.bytes.toString().slice(1).trimEnd().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^网关名称,注册码,协议类型/)
    expect(
      lines
        .slice(1)
        .toSorted()
        .map((line) => line.slice(line.indexOf('990'))),
    ).toEqual([expect.stringContaining('"\'=HYPERLINK(""http://x"")"'), expect.stringContaining('"一行, 两格"')])
    const book = await taken(/Excel/)
    expect(book.name).toMatch(/\.xlsx$/)
    const sheet = strFromU8(unzipSync(new Uint8Array(book.bytes))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect([sheet.match(/<row /g)?.length, sheet.includes('=HYPERLINK'), sheet.includes('<f>')]).toEqual([
      3,
      true,
      false,
    ])
    expect(problems).toEqual([])
  })

  it('delete several records, keep one in use and link to the record that uses it', async () => {
    const devices = [
      await makeDevice(app.server.url, admin, '批量水站 01'),
      await makeDevice(app.server.url, admin, '批量水站 02'),
      await makeDevice(app.server.url, admin, '批量水站 03'),
    ]
    const rule = await makeRule(app.server.url, admin, '批量水位上限', devices.slice(1, 2), 99)
    const { page, list, problems } = await signedIn('/manage/device?search=批量水站', '设备')
    await list.row('批量水站 03').waitFor()
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await page.getByRole('button', { name: '批量删除' }).click()
    await list.question.getByText(/确定要删除 3 条记录吗/).waitFor()
    await list.question.getByRole('button', { name: '删除', exact: true }).click()
    await list.question.getByText('已处理 3 / 3，失败 1').waitFor()
    expect(
      (await list.question.locator('[data-part=results] > li').allInnerTexts()).map((text) =>
        text.replace(/\s+/g, ' ').trim(),
      ),
    ).toEqual([expect.stringMatching(/^批量水站 02 .*仍被使用/), '批量水站 03 完成', '批量水站 01 完成'])
    await list.question
      .getByRole('list', { name: '正在使用它的记录' })
      .getByRole('link', { name: /批量水位上限/ })
      .click()
    await page.waitForURL(`**/alarmConfig/threshold/${rule}`)
    await expect.poll(() => list.field('阈值名称').inputValue()).toBe('批量水位上限')
    await walkTo(page, '/manage/device?search=批量水站')
    const left = page.getByRole('table', { name: resourceOf('manage/device').label[0], exact: true }).getByRole('row')
    await left.filter({ hasText: '批量水站 02' }).waitFor()
    await expect.poll(() => left.count()).toBe(2)
    expect(problems).toEqual([`409 DELETE /v1/godbDevice/${devices[1]?.id}`])
  })

  it('show the conflict when another user changed a record, and take either version', async () => {
    const id = await makeGateway('GW-并发-01', '990201', '原备注')
    const [mine, theirs] = [
      await signedIn(`/manage/gateway/${id}`, '网关'),
      await signedIn(`/manage/gateway/${id}`, '网关', true),
    ]
    const save = async ({ list }: typeof mine, name: string, remarks: string) => {
      await expect.poll(() => list.field('网关名称').inputValue()).not.toBe('')
      if (name) await list.field('网关名称').fill(name)
      if (remarks) await list.field('备注').fill(remarks)
      await list.save.click()
    }
    const stored = async () =>
      (
        await call<{ name: string; explained: { String: string } }>(app.server.url, 'GET', `godbGateway/${id}`, {
          token: admin,
        })
      ).data
    await expect.poll(() => mine.list.field('备注').inputValue()).toBe('原备注')
    await save(theirs, '', '对方备注')
    await theirs.list.dialog.waitFor({ state: 'hidden' })
    await save(mine, 'GW-并发-02', '我的备注')
    const { question } = mine.list
    await question.getByText('记录已被他人修改').waitFor()
    const both = question.getByRole('row').filter({ hasText: '备注' })
    expect(await both.getByRole('cell').allInnerTexts()).toEqual(['对方备注', '我的备注'])
    expect((await stored()).explained.String).toBe('对方备注')
    await question.getByRole('button', { name: '采用对方的' }).click()
    await expect.poll(() => mine.list.field('备注').inputValue()).toBe('对方备注')
    expect(await mine.list.field('网关名称').inputValue()).toBe('GW-并发-01')

    await theirs.page.goto(`/manage/gateway/${id}`)
    await save(theirs, 'GW-并发-03', '对方又改')
    await theirs.list.dialog.waitFor({ state: 'hidden' })
    await save(mine, '', '还是我的')
    await question.getByRole('row').filter({ hasText: '未修改，保留对方的' }).getByText('GW-并发-03').waitFor()
    await question.getByRole('button', { name: '保存我的修改' }).click()
    await mine.list.dialog.waitFor({ state: 'hidden' })
    const { name, explained } = await stored()
    expect([name, explained.String]).toEqual(['GW-并发-03', '还是我的'])
    expect(new Set(mine.problems)).toEqual(new Set([`409 PUT /v1/godbGateway/${id}`]))
    expect(theirs.problems).toEqual([])
  })

  it('keep the chosen columns and widths after a reload', async () => {
    const { page, problems } = await signedIn('/manage/gateway', '网关')
    const remarks = page.getByRole('columnheader', { name: /^备注/ })
    const edge = page.getByRole('separator', { name: '调整“协议类型”列宽' })
    await remarks.waitFor()
    await page.getByRole('button', { name: '选择列' }).click()
    await page.getByRole('menuitemcheckbox', { name: '备注' }).click()
    await page.keyboard.press('Escape')
    // While the menu closes it covers the edge, and returns the focus to its button.
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await remarks.waitFor({ state: 'detached' })
    await edge.focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    const width = await edge.getAttribute('aria-valuenow')
    // hover waits until the edge stands still and nothing covers it.
    await edge.hover()
    const { x, y, width: thick, height } = (await edge.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.down()
    await page.mouse.move(x + thick / 2 + 60, y + height / 2, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(String(Number(width) + 60))
    // A load reads the same store: the test of kept searches shows it.
    expect(await keptBy(page)).toContain(String(Number(width) + 60))
    await comeBack(page)
    await edge.waitFor()
    expect(await edge.getAttribute('aria-valuenow')).toBe(String(Number(width) + 60))
    expect(
      await page
        .locator('th[data-column=protocol_type]')
        .evaluate((head) => Math.round(head.getBoundingClientRect().width)),
    ).toBeGreaterThanOrEqual(Number(width) + 60)
    expect(await remarks.count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('show the page help in the console’s language', async () => {
    const { page, problems } = await signedIn('/manage/gateway', '网关')
    const shell = new Shell(page)
    const read = async (open: string, title: string, sentence: RegExp) => {
      await page.getByRole('button', { name: open, exact: true }).click()
      const panel = page.getByRole('dialog', { name: title, exact: true })
      await panel.getByText(sentence).waitFor()
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
    }
    await read('使用说明', '网关管理使用说明', /全平台唯一/)
    await shell.pick('语言', 'English')
    await read('Help', 'Gateways: help', /registration code/i)
    await shell.pick('Language', '繁體中文')
    await read('使用說明', '閘道管理使用說明', /仍有裝置連線的閘道無法刪除/)
    expect(problems).toEqual([])
  })
})
