import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call, makeDevice, makeRule, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'

describe.skipIf(chromiumPath === null)('alarm records', () => {
  const app = testConsole()
  let admin: string
  let stations: TestDevice[]

  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
    stations = [
      await makeDevice(app.server.url, admin, '报警水文站一'),
      await makeDevice(app.server.url, admin, '报警水文站二'),
    ]
    await makeRule(app.server.url, admin, '测试水位上限', stations, 15)
    for (const station of stations) await pushValue(app.server.url, station.credential, station.sn, station.node, 16.6)
  })

  it('a pushed value fires a rule; its record is handled, and the log names it', async () => {
    await expect
      .poll(
        async () =>
          (
            await call<{ total: number }>(
              app.server.url,
              'GET',
              `godbThresholdlogByTimeOrId?page_size=1&current=1&deviceid=${stations[0]?.id}`,
              { token: admin },
            )
          ).data.total,
      )
      .toBe(1)
    const { page, problems, foreign } = await app.signedIn(`/monitor/threoldManage?device=${stations[0]?.id}`)
    const row = page.getByRole('row').filter({ hasText: '报警水文站一' })
    await row.getByText('16.6').first().waitFor()
    await row.getByText('未处理').waitFor()
    await row.getByRole('button', { name: '处理' }).click()
    const dialog = page.getByRole('dialog', { name: '处理报警' })
    await dialog.getByRole('slider').waitFor()
    await dialog.getByRole('radio', { name: /已处理/ }).check()
    await dialog.getByRole('textbox', { name: '处理说明' }).fill('闸门已开')
    await dialog.getByRole('button', { name: '提交' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await row.getByText('已处理').waitFor()
    expect(await row.getByRole('button', { name: '处理', exact: true }).count()).toBe(0)
    await row.getByRole('button', { name: '详情' }).click()
    const details = page.getByRole('dialog', { name: '报警详情' })
    await details.getByText('闸门已开').waitFor()
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'hidden' })

    await page.goto('/monitor/operation?search=测试水位上限')
    await page.getByRole('row').filter({ hasText: '报警记录' }).getByRole('button', { name: '详情' }).click()
    const changes = page.getByRole('dialog').getByRole('table')
    await changes.getByRole('row').filter({ hasText: '处理说明' }).getByText('闸门已开').waitFor()
    expect([problems, foreign]).toEqual([[], []])
  })

  it('downloads what is filtered as a real workbook', async () => {
    const { page, problems } = await app.signedIn('/monitor/threoldManage')
    await page.getByRole('table', { name: '报警记录' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 Excel' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^报警记录_\d{4}-\d{2}-\d{2}\.xlsx$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    expect(problems).toEqual([])
  })

  it('is a list of rows on a phone, and handles from the details', async () => {
    const { page } = await app.signedIn(`/monitor/threoldManage?device=${stations[1]?.id}`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    await page.getByRole('list', { name: '报警记录' }).getByRole('button').first().click()
    await page.getByRole('dialog', { name: '报警详情' }).getByRole('button', { name: '处理', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '处理报警' })
    await dialog.getByRole('radio', { name: /误报/ }).check()
    await dialog.getByRole('button', { name: '提交' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('list', { name: '报警记录' }).getByText('误报').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
