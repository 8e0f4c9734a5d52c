import iconv from 'iconv-lite'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ListPage } from '../support/pages.ts'

interface Named {
  id: number
  name: string
  project_id: number
  superid?: number
}

describe.skipIf(chromiumPath === null)('records out of files', () => {
  const app = testConsole()

  const signedIn = async (path: string, noun: string) => {
    const watched = await app.goOn(path)
    await watched.page.getByRole('table').waitFor()
    return { ...watched, list: new ListPage(watched.page, path, noun) }
  }

  it('areas come from the filled template, are found in their tree, and keep the outline drawn', async () => {
    const { page, list, problems } = await signedIn('/manage/area', '区域')
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
    // The match with its two ancestors, and the titles.
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
      { x: 220, y: 200 },
    ])
      await map.click({ position })
    await list.dialog.getByText(/^3 个点/).waitFor()
    const drawn = await list.field('边界').inputValue()
    await list.save.click()
    await list.dialog.waitFor({ state: 'hidden' })
    await page.reload()
    await list.edit('东部新城一段')
    await list.dialog.getByRole('button', { name: /^顶点 3/ }).waitFor()
    expect(await list.field('边界').inputValue()).toBe(drawn)
    expect(drawn.split('\n')).toHaveLength(3)
    expect(problems).toEqual([])
  })

  it('gateways come from the filled template; one that is refused is corrected and sent again', async () => {
    const { page, list, problems } = await signedIn('/manage/gateway', '网关')
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

  it('reads a GBK file, shows its problems, takes an edit, imports and gives back what failed', async () => {
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

    const { page, problems } = await app.goOn('/manage/device/import')
    const dialog = page.getByRole('dialog', { name: '导入设备' })
    await dialog.getByRole('combobox', { name: '所属项目' }).click()
    await page.getByRole('option', { name: project.name, exact: true }).click()
    await dialog.locator('input[type=file]').setInputFiles({ name: 'devices.csv', mimeType: 'text/csv', buffer: file })

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
    // What the devices push with is shown this once: leaving without it is asked about.
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

/** Opens the import of a list for its first project; answers its dialog, and the titles of the template it gives. */
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

/** Hands the dialog a file, written as a spreadsheet of that language does. */
const give = (dialog: Locator, lines: readonly string[]): Promise<void> =>
  dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'filled.csv', mimeType: 'text/csv', buffer: iconv.encode(lines.join('\r\n'), 'gb18030') })
