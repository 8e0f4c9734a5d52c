import iconv from 'iconv-lite'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'

interface Named {
  id: number
  name: string
  project_id: number
  superid?: number
}

describe.skipIf(chromiumPath === null)('importing devices', () => {
  const app = testConsole()

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

    const { page, problems } = await app.signedIn('/manage/device/import')
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
