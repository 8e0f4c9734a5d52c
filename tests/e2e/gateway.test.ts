import { describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ListPage } from '../support/pages.ts'

describe.skipIf(chromiumPath === null)('gateways', () => {
  const app = testConsole()

  const signedIn = async () => {
    const watched = await app.goOn('/manage/gateway')
    await watched.page.getByRole('table').waitFor()
    return { ...watched, list: new ListPage(watched.page, '/manage/gateway', '网关') }
  }

  it('are created, corrected where the server objects, edited and deleted', async () => {
    const { page, list, problems } = await signedIn()
    await list.create()
    expect(page.url()).toContain('/manage/gateway/create')

    await list.save.click()
    await list.dialog.getByText('必填').first().waitFor()

    await list.field('网关名称').fill('GW-测试-01')
    await list.field('注册码').fill('86530100')
    await list.choose('协议类型', 'MQTT')
    await list.save.click()
    // Only the server can know that the code is taken; its answer stands at the field.
    await list.dialog.getByText('已被使用').waitFor()
    expect(await list.field('注册码').getAttribute('aria-invalid')).toBe('true')
    expect(await list.field('网关名称').getAttribute('aria-invalid')).not.toBe('true')

    await list.field('注册码').fill('990001')
    await list.save.click()
    // The gateway's telemetry credential is shown this once.
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
    await page.reload()
    await list.row('GW-测试-02').waitFor()
    expect(await list.search.inputValue()).toBe('990001')

    await list.remove('GW-测试-02')
    await expect.poll(() => list.row('GW-测试-02').count()).toBe(0)
    expect(problems.filter((problem) => problem !== '409 POST /v1/godbGateway')).toEqual([])
  })

  it('in use are not deleted, and what uses them is named', async () => {
    const { list } = await signedIn()
    await list.search.fill('GW-长安-01')
    await list.row('GW-长安-01').waitFor()
    await list.more('GW-长安-01', '删除网关')
    await list.question.getByRole('button', { name: '删除', exact: true }).click()
    await list.question.getByText(/仍被使用/).waitFor()
    await list.question.getByRole('button', { name: '取消', exact: true }).click()
    await list.question.waitFor({ state: 'hidden' })
    expect(await list.row('GW-长安-01').count()).toBe(1)
  })

  it('have a dialog with an address, and leaving it with changes asks first', async () => {
    const { page } = await app.goOn('/manage/gateway/create')
    const list = new ListPage(page, '/manage/gateway', '网关')
    await list.dialog.waitFor()
    await list.field('网关名称').fill('halb')
    await page.keyboard.press('Escape')
    await page.getByText('放弃未保存的修改？').waitFor()
    await page.getByRole('button', { name: '放弃修改', exact: true }).click()
    await list.dialog.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/manage/gateway')
  })

  it('step back to the page before when the last row of a page goes', async () => {
    const token = await tokenOf(app.server.url, 'admin', 'admin123')
    for (let number = 10; number <= 20; number++) {
      const made = await call(app.server.url, 'POST', 'godbGateway', {
        token,
        body: { name: `GW-页-${number}`, regcode: `9900${number}`, protocol_type: 2, project_id: 1 },
      })
      expect(made.code).toBe(0)
    }
    const { page, list } = await signedIn()
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
