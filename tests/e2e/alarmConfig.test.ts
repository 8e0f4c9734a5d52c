import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromiumPath, settled, STILL } from '../support/browser.ts'
import { call, makeDevice, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ListPage } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

const SOON = { timeout: upTo(15_000) }
/** Time that a station of the demo has to answer a command. */
const ANSWERED = { timeout: upTo(45_000) }

interface State {
  id: number
  name: string
  project_id: number
  deviceisonline: number
  control_state: number
  nodestatelist: { id: number; alias: string; registertype: number; lastdata: { historydata: number } | null }[]
}

describe.skipIf(chromiumPath === null)('alarm settings and push service', () => {
  const app = testConsole()

  const signedIn = async (path: string, noun: string, user = 'admin') => {
    const watched = await app.goOn(path, { user, ...STILL })
    await watched.page.getByRole('table').waitFor()
    return { ...watched, list: new ListPage(watched.page, path, noun) }
  }
  /** Types into a field that selects among records, and takes the first match. */
  const pick = async (page: Page, label: RegExp, text: string) => {
    const box = page.getByRole('dialog').getByRole('combobox', { name: label })
    await box.fill(text)
    await page.getByRole('option').filter({ hasText: text }).first().click()
  }

  describe('alarm rule with linked control', () => {
    let admin: string
    let station: TestDevice
    let target: State
    let node: State['nodestatelist'][number]
    let rule: number
    beforeAll(async () => {
      admin = await tokenOf(app.server.url, 'admin', 'admin123')
      station = await makeDevice(app.server.url, admin, '联动水文站')
      const states = await call<State[]>(app.server.url, 'GET', 'godbDeviceState', { token: admin })
      const switched = (state: State) =>
        state.nodestatelist.find(({ registertype, lastdata }) => registertype === 1 && lastdata !== null)
      const found = states.data.find(
        (state) =>
          state.project_id === station.project_id &&
          state.deviceisonline === 1 &&
          state.control_state === 0 &&
          switched(state) !== undefined,
      )
      const itsSwitch = found && switched(found)
      if (!found || !itsSwitch) throw new Error('the demo has nothing to switch in this project')
      ;[target, node] = [found, itsSwitch]
      const body = {
        name: '联动水位',
        project_id: station.project_id,
        district_id: station.district_id,
        device_list: String(station.id),
        nodemap_id: station.node,
        enable: 1,
        com_oper: 0,
        params_x: 8,
        hold_time: 0,
        alarm_interval: 0,
        alarm_msg: '水位超限',
        alert_level: 2,
        enable_ganged: 1,
        ganged_device_id: target.id,
        ganged_nodemap_id: node.id,
        ganged_value: node.lastdata?.historydata === 1 ? 0 : 1,
      }
      const made = await call<{ id: number }>(app.server.url, 'POST', 'godbThreshold', { token: admin, body })
      if (made.code !== 0) throw new Error(`the rule was refused: ${made.msg}`)
      rule = made.data.id
    })

    it('switches the device, shows its confirmation and undoes the switching from the alarm', async () => {
      await pushValue(app.server.url, station.credential, station.sn, station.node, 9)
      const episodes = () =>
        call<{ list: { id: number }[] }>(app.server.url, 'GET', `episodes?threshold_id=${rule}`, { token: admin })
      await expect.poll(async () => (await episodes()).data.list.length, SOON).toBe(1)
      const { id } = (await episodes()).data.list[0] ?? { id: 0 }

      const { page, problems, foreign } = await app.goOn(`/monitor/threoldManage?detail=${id}`, STILL)
      const block = page.getByRole('region', { name: '联动控制' })
      await block.getByText(target.name).waitFor(SOON)
      await block.getByText('已确认').waitFor(ANSWERED)
      await block.getByRole('button', { name: `撤销 ${target.name} ${node.alias}` }).click()
      const asking = page.getByRole('dialog', { name: '改回联动前的数值？' })
      await asking.getByText(target.name).waitFor()
      expect(await violations(page)).toEqual([])
      await asking.getByRole('button', { name: '撤销' }).click()
      await block.getByText(/已撤销$/).waitFor(ANSWERED)
      expect(await block.getByRole('button', { name: /^撤销/ }).count()).toBe(0)
      expect([problems, foreign]).toEqual([[], []])
    })

    it('moves its limit in the chart by mouse and keyboard, and saves it', async () => {
      const { page, problems } = await app.goOn(`/alarmConfig/threshold/${rule}`, STILL)
      const dialog = page.getByRole('dialog')
      const handle = dialog.getByRole('slider', { name: '移动限值' })
      await handle.waitFor(SOON)
      await settled(page)
      const field = dialog.getByLabel('限值', { exact: false }).and(dialog.getByRole('textbox')).first()
      expect(await field.inputValue()).toBe('8')
      const box = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 30, { steps: 5 })
      await page.mouse.up()
      const dragged = Number(await field.inputValue())
      expect(dragged).toBeLessThan(8)
      expect(await handle.getAttribute('aria-valuenow')).toBe(String(dragged))
      await page.keyboard.press('ArrowUp')
      const keyed = Number(await field.inputValue())
      expect(keyed).toBeGreaterThan(dragged)
      await dialog.getByText(new RegExp(`8 → ${String(keyed)}`)).waitFor(SOON)
      expect(await violations(page, { within: '[role=dialog]' })).toEqual([])
      await dialog.getByRole('button', { name: '保存' }).click()
      await dialog.waitFor({ ...SOON, state: 'hidden' })
      const saved = await call<{ params_x: number }>(app.server.url, 'GET', `godbThreshold/${rule}`, { token: admin })
      expect(saved.data.params_x).toBe(keyed)
      expect(problems).toEqual([])
    })

    it('has an accessible preview tab on a phone in the dark theme', async () => {
      const phone = {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        colorScheme: 'dark',
      } as const
      const { page } = await app.signedIn(`/alarmConfig/threshold/${rule}`, phone)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('tab', { name: '规则预览' }).click()
      const handle = dialog.getByRole('slider', { name: '移动限值' })
      await handle.waitFor(SOON)
      const { height } = (await handle.boundingBox()) ?? { height: 0 }
      expect(height).toBeGreaterThanOrEqual(44)
      expect(await violations(page, { within: '[role=dialog]' })).toEqual([])
    })
  })

  it('adds, edits and deletes format rows in place and updates the preview', async () => {
    const { list, problems } = await signedIn('/pushService/protocolFormat', '协议格式')
    await list.edit('城市平台标准格式')
    await list.dialog.getByText(/"smart-city"/).waitFor()
    await list.dialog.getByRole('button', { name: '新建格式行' }).click()
    await list.choose('键类型', '值')
    await list.choose('键名类型', '固定名称')
    await list.field('键名').fill('version')
    await list.choose('值类型', '固定值')
    await list.field('值').fill('2')
    await list.dialog.getByText(/"version": 2/).waitFor()
    await list.save.click()
    await list.dialog.getByRole('button', { name: '编辑 version' }).click()
    await list.field('值').fill('3')
    await list.field('值').press('Enter')
    await list.dialog.getByText(/"version": 3/).waitFor()
    await list.dialog.getByRole('radio', { name: 'XML' }).click()
    await list.dialog.getByText(/<version>3<\/version>/).waitFor()
    await list.dialog.getByRole('button', { name: '删除 version' }).click()
    await list.question.getByRole('button', { name: '删除', exact: true }).click()
    await expect.poll(() => list.dialog.getByRole('button', { name: '编辑 version' }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  for (const user of ['admin', 'manager'])
    it(`allows ${user} to create, view, clone and delete a range rule with recovery and linked control`, async () => {
      const { page, list, problems } = await signedIn('/alarmConfig/threshold', '阈值', user)
      const name = `公厕氨气区间 ${user}`
      await list.create()
      await list.field('阈值名称').fill(name)
      await pick(page, /^所属区域/, '长安区')
      await list.dialog.getByRole('searchbox', { name: /^设备/ }).fill('长安区智慧公厕 01')
      await list.dialog
        .getByRole('group', { name: /^设备/ })
        .getByRole('checkbox', { name: '长安区智慧公厕 01' })
        .check()
      await list.dialog.getByText(/已按首台设备的型号/).waitFor()
      await pick(page, /^节点/, '氨气')
      expect(await list.field('上限').count()).toBe(0)
      await list.choose('触发条件', '介于')
      await list.field('限值').fill('1')
      await list.field('上限').fill('2')
      await list.dialog.getByText(/大于\s*1\b.*且小于\s*2/).waitFor()
      await list.dialog.getByText(/台设备中有 .* 台会触发/).waitFor()
      await list.field('报警内容').fill('氨气 {value}')
      await list.dialog.getByRole('switch', { name: '恢复通知' }).click()
      await list.field('恢复内容').fill('氨气恢复')
      await list.dialog.getByRole('switch', { name: '联动控制' }).click()
      await pick(page, /^联动设备/, '长安区智慧公厕 01')
      await list.dialog.getByRole('combobox', { name: /^联动节点/ }).click()
      await page.getByRole('listbox').getByRole('option').first().click()
      await list.choose('联动值', '开 (1)')
      await list.save.click()
      await list.dialog.waitFor({ state: 'hidden' })
      await list.row(name).waitFor()

      const enabled = page.getByRole('switch', { name: `启用: ${name}` })
      await enabled.click()
      await expect.poll(() => enabled.isChecked()).toBe(false)

      await list.more(name, '查看详情')
      await list.dialog.getByText('氨气恢复').waitFor()
      await page.keyboard.press('Escape')
      await list.dialog.waitFor({ state: 'hidden' })

      await list.more(name, '克隆阈值')
      await list.field('阈值名称').fill(`${name} 副本`)
      expect(await list.dialog.getByRole('switch', { name: '启用' }).isChecked()).toBe(true)
      await list.save.click()
      await list.dialog.waitFor({ state: 'hidden' })
      await list.row(`${name} 副本`).waitFor()
      await list.remove(`${name} 副本`)
      await expect.poll(() => list.row(`${name} 副本`).count()).toBe(0)
      await list.remove(name)
      await expect.poll(() => list.row(name).count()).toBe(0)
      expect(problems).toEqual([])
    })

  it('creates a contact and links WeChat through the page of the QR code', async () => {
    const { page, list, problems } = await signedIn('/alarmConfig/user', '联系人', 'manager')
    await list.create()
    await list.field('姓名').fill('周测试')
    await list.save.click()
    await list.dialog.getByText('必填').first().waitFor()
    await list.field('手机号').fill('13912345678')
    await pick(page, /^所属区域/, '长安区')
    await list.save.click()
    await list.dialog.waitFor({ state: 'hidden' })
    await list.row('周测试').getByRole('link', { name: '为 周测试 绑定微信' }).click()
    await list.dialog.getByRole('img', { name: '绑定微信的二维码' }).waitFor()
    await list.dialog.getByText(/秒内有效/).waitFor()
    const address = await list.dialog.getByRole('link', { name: '在本机打开绑定页面' }).getAttribute('href')
    const phone = await app.browser.newContext()
    const opened = await phone.newPage()
    await opened.goto(address ?? '')
    await opened.getByRole('button').first().click()
    await list.dialog.getByText('绑定成功').waitFor()
    await phone.close()
    await list.dialog.getByRole('button', { name: '关闭', exact: true }).last().click()
    await list.row('周测试').getByText('已绑定').waitFor()
    await list.remove('周测试')
    expect(problems).toEqual([])
  })

  it('creates a northbound interface for an area and previews its push', async () => {
    const { page, list, problems } = await signedIn('/pushService/northinterface', '北向接口', 'manager')
    await list.create()
    await list.field('接口名称').fill('测试接口')
    await list.field('推送地址').fill('https://platform.example/in')
    await list.dialog.getByRole('checkbox', { name: /石家庄市/ }).check()
    await list.dialog.getByRole('switch', { name: '运行' }).click()
    await list.save.click()
    await list.dialog.waitFor({ state: 'hidden' })
    await list.more('测试接口', '推送与预览')
    await list.dialog.getByText(/"devices"/).waitFor()
    await page.keyboard.press('Escape')
    await list.dialog.waitFor({ state: 'hidden' })
    await list.remove('测试接口')
    expect(problems).toEqual([])
  })
})
