import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call, makeDevice, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ListPage, Shell } from '../support/pages.ts'

describe.skipIf(chromiumPath === null)('devices, gateways and product models', () => {
  const app = testConsole()
  let admin: string
  let station: TestDevice

  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
    station = await makeDevice(app.server.url, admin)
  })

  async function open(
    user: string,
    path: string,
    noun: string,
  ): Promise<{ list: ListPage; page: Page; problems: string[] }> {
    const { page, problems } = await app.goOn(path, { user })
    const list = new ListPage(page, path, noun)
    await page.getByRole('table').waitFor()
    return { list, page, problems }
  }

  it('creates, renames and deletes a device', async () => {
    const { list, page, problems } = await open('admin', '/manage/device', '设备')
    await list.create()
    await list.field('设备名称').fill('浏览器设备 01')
    await pick(list, '所属区域', 1)
    await pick(list, '产品型号', 0)
    await list.dialog.getByRole('radio', { name: /独立设备/ }).check()
    await list.choose('协议类型', 'MQTT')
    await list.field('采集周期').fill('20')
    await list.save.click()
    await list.dialog.getByText('1 处需要修改').waitFor()
    await list.field('采集周期').fill('60')
    await list.save.click()
    await list.question.getByRole('button', { name: '我已保存' }).click()
    await list.dialog.waitFor({ state: 'hidden' })

    await page.getByRole('searchbox', { name: /^搜索设备名称/ }).fill('浏览器设备')
    await list.row('浏览器设备 01').waitFor()
    await list.more('浏览器设备 01', '修改名称')
    await list.field('设备名称').fill('浏览器设备 02')
    await list.save.click()
    await list.row('浏览器设备 02').waitFor()
    await list.remove('浏览器设备 02')
    await list.row('浏览器设备 02').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('shows the tabs of a device’s details, each at its address', async () => {
    const { page, problems } = await app.goOn(`/manage/device/${station.id}/detail`)
    const details = page.getByRole('dialog', { name: new RegExp(station.name) })
    await details.getByText(/^启用 · /).waitFor()
    await details.getByRole('button', { name: '节点映射' }).click()
    await page
      .getByRole('dialog', { name: /^节点映射/ })
      .getByRole('columnheader', { name: '报文键名' })
      .waitFor()
    await page.keyboard.press('Escape')
    await details.getByRole('tab', { name: '虚拟设备' }).click()
    await page.waitForURL(/#shadow$/)
    await details.getByRole('textbox', { name: '虚拟脚本' }).fill('value * 2')
    expect(await details.getByLabel('试算结果').textContent()).toBe('= 100')
    await details.getByRole('button', { name: '保存' }).click()
    await page.getByText('虚拟设备设置已保存').waitFor()
    await page.reload()
    await expect.poll(() => details.getByRole('textbox', { name: '虚拟脚本' }).inputValue()).toBe('value * 2')
    await details.getByRole('tab', { name: '上报凭证' }).click()
    await details.getByRole('button', { name: '生成新凭证' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '生成', exact: true }).click()
    expect(await page.getByRole('alertdialog').getByRole('textbox', { name: '上报凭证' }).inputValue()).not.toBe('')
    await page.getByRole('button', { name: '我已保存' }).click()
    expect(problems).toEqual([])
  })

  it('edits a virtual rule on its curve with the keyboard, and deletes it', async () => {
    const { page, problems } = await app.goOn(`/manage/device/${station.id}/virtual/create`)
    const rule = page.getByRole('dialog', { name: '新建虚拟规则' })
    await rule.getByRole('combobox', { name: /^节点(?!类型)/ }).click()
    await page.getByRole('option').first().click()
    await rule.getByRole('checkbox', { name: '始终修正' }).check()
    await rule.getByRole('textbox', { name: '全部设为的数值' }).fill('40')
    await rule.getByRole('button', { name: '设为基准值' }).click()
    const eight = rule.getByRole('slider', { name: '8 时基准值', exact: true })
    await rule.getByRole('slider', { name: '0 时基准值', exact: true }).focus()
    for (let hour = 0; hour < 8; hour++) await page.keyboard.press('ArrowRight')
    expect(await eight.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('PageUp')
    const value = Number(await rule.getByRole('textbox', { name: '8 时基准值', exact: true }).inputValue())
    expect(value).toBeGreaterThan(40)
    await rule.getByRole('button', { name: '保存', exact: true }).click()
    await rule.waitFor({ state: 'hidden' })
    const rules = (
      await call<{ id: number; base_num_8: number; base_num_9: number }[]>(
        app.server.url,
        'GET',
        `godbDeviceAiByDeviceId/${station.id}`,
        { token: admin },
      )
    ).data
    expect(rules.map(({ base_num_8, base_num_9 }) => [Number(base_num_8), Number(base_num_9)])).toEqual([[value, 40]])
    await page
      .getByRole('button', { name: /的更多操作$/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: '删除虚拟规则' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除', exact: true }).click()
    await page.getByText('还没有虚拟规则').waitFor()
    expect(problems).toEqual([])
  })

  it('creates, changes and deletes a node map; node, address and remarks are locked once it is there', async () => {
    const model = (
      await call<{ id: number }>(app.server.url, 'POST', 'godbDevicetype', {
        token: admin,
        body: { name: '浏览器型号', product_type: 9 },
      })
    ).data
    const { page, problems } = await app.goOn(`/manage/product/${model.id}/nodemap/create`)
    const form = page.getByRole('dialog', { name: '新建节点映射' })
    await form.getByRole('combobox', { name: /^节点/ }).click()
    await page.getByRole('option').first().click()
    await form.getByRole('textbox', { name: '别名' }).fill('一号')
    await form.getByRole('textbox', { name: '节点地址' }).fill('7')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByRole('button', { name: '编辑 一号', exact: true }).click()
    const edit = page.getByRole('dialog', { name: '编辑节点映射' })
    await edit.getByRole('textbox', { name: '别名' }).fill('二号')
    expect(await edit.getByRole('textbox', { name: '节点地址' }).isDisabled()).toBe(true)
    expect(await edit.getByRole('textbox', { name: '备注' }).isDisabled()).toBe(true)
    expect(await edit.getByRole('combobox', { name: /^节点/ }).isDisabled()).toBe(true)
    await edit.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByRole('button', { name: '二号 的更多操作', exact: true }).click()
    await page.getByRole('menuitem', { name: '删除节点映射' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '删除', exact: true }).click()
    await page.getByText('还没有节点映射').waitFor()
    expect(problems).toEqual([])
  })

  it('lists the devices of a gateway', async () => {
    const token = await tokenOf(app.server.url, 'manager', 'manager123')
    const { list } = (
      await call<{ list: { id: number; gateway_id: number; name: string }[] }>(
        app.server.url,
        'GET',
        'godbDevice?page_size=100&current=1',
        { token },
      )
    ).data
    const behind = list.find(({ gateway_id }) => gateway_id > 0)
    const details = `/manage/gateway/${behind?.gateway_id ?? 0}/detail#devices`
    const { page, problems } = await app.goOn(details, { user: 'manager' })
    await page
      .getByRole('dialog')
      .getByRole('cell', { name: behind?.name ?? '', exact: true })
      .waitFor()
    expect(problems).toEqual([])
  })

  it('shows others what their codes allow: a manager nothing virtual, a viewer nothing at all', async () => {
    const { page } = await open('manager', '/manage/device', '设备')
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

    const viewer = await app.signedIn(`/manage/device/${station.id}/detail`, { user: 'viewer' })
    await new Shell(viewer.page).denied.waitFor()
  })
})

/** Chooses the nth record of a reference in the dialog. */
async function pick(list: ListPage, label: string, nth: number): Promise<void> {
  await list.dialog.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
  await list.page.getByRole('option').nth(nth).click()
}
