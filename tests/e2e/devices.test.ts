import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hj212 as zhCN } from '../../i18n/zhCN/hj212.ts'
import { knocks as knocksCN } from '../../i18n/zhCN/knocks.ts'
import { north as northCN } from '../../i18n/zhCN/north.ts'
import { station as stationCN } from '../../i18n/zhCN/station.ts'
import { hj212 as zhEN } from '../../i18n/zhEN/hj212.ts'
import { knocks as knocksEN } from '../../i18n/zhEN/knocks.ts'
import { north as northEN } from '../../i18n/zhEN/north.ts'
import { station as stationEN } from '../../i18n/zhEN/station.ts'
import { hj212 as zhTW } from '../../i18n/zhTW/hj212.ts'
import { knocks as knocksTW } from '../../i18n/zhTW/knocks.ts'
import { north as northTW } from '../../i18n/zhTW/north.ts'
import { station as stationTW } from '../../i18n/zhTW/station.ts'
import { COMMANDS } from '../../resources/hj212.ts'
import type { Label } from '../../resources/kit/define.ts'
import { northinterface } from '../../resources/north.ts'
import { airContent } from '../../server/hj212/cli.ts'
import { createStation } from '../../server/hj212/simulator.ts'
import { violations } from '../support/axe.ts'
import { chromiumPath, STILL, walkTo } from '../support/browser.ts'
import { call, makeDevice, tokenOf, type TestDevice } from '../support/call.ts'
import { comeBack } from '../support/comeBack.ts'
import { testConsole } from '../support/console.ts'
import { controlOf } from '../support/fillForm.ts'
import { ofTheDay } from '../support/full.ts'
import { ListPage } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'
import { startStrictReceiver } from '../support/strictReceiver.ts'

const SOON = { timeout: upTo(20_000) }
const PW = '123456'
const DIALOG = '[role=dialog]'
const languages = [
  { language: 'zhCN', place: 0, words: { ...zhCN, ...stationCN }, knocks: knocksCN, north: northCN, save: '保存' },
  { language: 'zhTW', place: 1, words: { ...zhTW, ...stationTW }, knocks: knocksTW, north: northTW, save: '儲存' },
  { language: 'zhEN', place: 2, words: { ...zhEN, ...stationEN }, knocks: knocksEN, north: northEN, save: 'Save' },
] as const

describe.skipIf(chromiumPath === null)('devices, gateways and product models', () => {
  const environment: Record<string, string> = {
    HJ212_PORT: '0',
    HJ212_HOST: '127.0.0.1',
    NORTH_ALLOW_PRIVATE: 'on',
  }
  const provider = createServer((request, response) => {
    const iccid = request.url?.split('/').at(-1)
    response.end(
      JSON.stringify({
        iccid,
        operator: '运营商甲',
        status: '正常',
        used: 120,
        total: 500,
        activated: '2026-01-01',
        expires: '2027-01-01',
      }),
    )
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    environment.SIM_URL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/{firm}/{iccid}`
  })
  afterAll(() => void provider.close())
  const app = testConsole(environment)
  let admin: string
  let station: TestDevice

  beforeAll(async () => {
    admin = await tokenOf(app.server.url, 'admin', 'admin123')
    station = await makeDevice(app.server.url, admin)
  })

  const found = async <T>(search: string): Promise<T[]> =>
    (
      await call<{ list: T[] }>(
        app.server.url,
        'GET',
        `godbDevice?page_size=50&current=1&search=${encodeURIComponent(search)}`,
        { token: admin },
      )
    ).data.list

  async function open(path: string, noun: string): Promise<{ list: ListPage; page: Page; problems: string[] }> {
    const { page, problems } = await app.goOn(path)
    const list = new ListPage(page, path, noun)
    await page.getByRole('table').waitFor()
    return { list, page, problems }
  }

  it('creates, renames and deletes a device', async () => {
    const { list, page, problems } = await open('/manage/device', '设备')
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

  it('shows each tab of a device’s details at its own URL, and saves script and credential', async () => {
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
    expect(await found(station.name)).toMatchObject([{ shadow_script: { String: 'value * 2' } }])
    await comeBack(page)
    await expect.poll(() => details.getByRole('textbox', { name: '虚拟脚本' }).inputValue()).toBe('value * 2')
    await details.getByRole('tab', { name: '上报凭证' }).click()
    await details.getByRole('button', { name: '生成新凭证' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '生成', exact: true }).click()
    expect(await page.getByRole('alertdialog').getByRole('textbox', { name: '上报凭证' }).inputValue()).not.toBe('')
    await page.getByRole('button', { name: '我已保存' }).click()
    expect(problems).toEqual([])
  })

  it('edits a virtual rule on its curve by keyboard, and deletes it', async () => {
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

  it('creates, edits and deletes a node map, with node, address and remarks locked after creation', async () => {
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

  describe('device form, batch actions and details', () => {
    it('shows the fields of the access mode, keeps their values and takes the position from the map', async () => {
      const { id, name } = await makeDevice(app.server.url, admin, '改接水文站')
      const { page, problems } = await app.goOn(`/manage/device/${id}`)
      const list = new ListPage(page, '/manage/device', '设备')
      const mode = (label: RegExp) => list.dialog.getByRole('radio', { name: label })
      const [gateway, protocol] = [
        list.dialog.getByRole('combobox', { name: /^网关/ }),
        list.dialog.getByRole('combobox', { name: /^协议类型/ }),
      ]
      await protocol.waitFor()
      expect([await gateway.count(), await list.field('设备地址').count()]).toEqual([0, 0])
      await mode(/网关接入/).check()
      await gateway.waitFor()
      expect(await protocol.count()).toBe(0)
      await list.save.click()
      await list.dialog.getByText('1 处需要修改').waitFor()
      await gateway.click()
      await page.getByRole('option').first().click()
      await list.field('设备地址').fill('12')
      // After switching the mode back and forth, the values filled in are still there.
      const chosen = await gateway.inputValue()
      await mode(/独立设备/).check()
      await gateway.waitFor({ state: 'detached' })
      await mode(/网关接入/).check()
      expect([await gateway.inputValue(), await list.field('设备地址').inputValue()]).toEqual([chosen, '12'])

      await list.dialog.getByRole('button', { name: '安装位置: 在地图上选择' }).click()
      const places = page.getByRole('dialog', { name: '选择位置' })
      await places.getByRole('application').click({ position: { x: 200, y: 120 } })
      const words = await places.getByText(/^位置标记 /).textContent()
      const place = /-?\d+\.\d+, -?\d+\.\d+/.exec(words ?? '')?.[0] ?? 'none'
      await places.getByRole('button', { name: '确定', exact: true }).click()
      await expect.poll(() => list.field('安装位置').inputValue()).toBe(place)
      await list.save.click()
      await list.dialog.waitFor({ state: 'hidden' })

      const [saved] = await found<{
        issingle: number
        deviceaddr: number
        gateway_id: number
        protocol_type: number | null
        positional: { String: string }
      }>(name)
      expect(saved).toMatchObject({ issingle: 0, deviceaddr: 12, gateway_id: expect.any(Number), protocol_type: null })
      const { maplng, maplat } = JSON.parse(saved?.positional.String ?? '{}') as { maplng: number; maplat: number }
      expect(`${maplng}, ${maplat}`).toBe(place)
      expect(problems).toEqual([])
    })

    it('stops and starts several devices with progress and a result for each', async () => {
      const [first] = [
        await makeDevice(app.server.url, admin, '启停设备 01'),
        await makeDevice(app.server.url, admin, '启停设备 02'),
      ]
      const { page, list, problems } = await open('/manage/device?search=启停设备', '设备')
      const states = async () =>
        (await found<{ control_state: number }>('启停设备')).map(({ control_state }) => control_state)
      let answer: () => void = () => {}
      const answered = new Promise<void>((resolve) => (answer = resolve))
      await page.route('**/v1/godbDeviceBatchControlState', async (route) => {
        await answered
        await route.continue()
      })
      const all = page.getByRole('checkbox', { name: '选择本页全部' })
      await list.row('启停设备 02').waitFor()
      await all.check()
      await page.getByText('已选 2 项').waitFor()
      await page.getByRole('button', { name: '批量停止' }).click()
      await list.question.getByText('确定要停止 2 台设备吗？').waitFor()
      await list.question.getByRole('button', { name: '批量停止' }).click()
      await list.question.getByText('已处理 0 / 2，失败 0').waitFor()
      expect(await list.question.getByRole('progressbar', { name: '批量停止' }).getAttribute('max')).toBe('2')
      answer()
      await page.getByText('停止成功').waitFor()
      await page.unrouteAll()
      await list.question.waitFor({ state: 'hidden' })
      await list.row('启停设备 01').getByText('停用', { exact: true }).waitFor()
      expect(await states()).toEqual([1, 1])

      await all.check()
      await page.getByRole('button', { name: '批量启动' }).click()
      await page.getByText('启动成功').waitFor()
      expect(await states()).toEqual([0, 0])

      // One device is deleted meanwhile: its row says so, and the other devices are not held up.
      await list.row('启停设备 01').getByText(/^启用/).waitFor()
      await all.check()
      await call(app.server.url, 'DELETE', `godbDevice/${first.id}`, { token: admin })
      await page.getByRole('button', { name: '批量停止' }).click()
      await list.question.getByText('确定要停止 2 台设备吗？').waitFor()
      await list.question.getByRole('button', { name: '批量停止' }).click()
      await list.question.getByText('已处理 2 / 2，失败 1').waitFor()
      const results = list.question.getByRole('listitem')
      await results.filter({ hasText: '启停设备 01' }).getByText('记录不存在').waitFor()
      await results.filter({ hasText: '启停设备 02' }).getByText('完成').waitFor()
      await page.keyboard.press('Escape')
      await list.row('启停设备 01').waitFor({ state: 'detached' })
      expect(await states()).toEqual([1])
      // The batch is refused as a whole, then each device is requested separately.
      expect(problems).toEqual(Array.from({ length: 2 }, () => '404 PUT /v1/godbDeviceBatchControlState'))
    })

    it('shows the SIM card, and creates a virtual rule that copies another device’s value', async () => {
      const [{ id, name }] = [
        await makeDevice(app.server.url, admin, '流量卡水文站'),
        await makeDevice(app.server.url, admin, '被引用水文站'),
      ]
      const change = await call(app.server.url, 'PUT', `godbDevice/${id}`, {
        token: admin,
        body: { iccid: '89860000000000000001', iccid_firm: 0 },
      })
      expect(change.code).toBe(0)
      const { page, problems } = await app.goOn(`/manage/device/${id}/detail`)
      const details = page.getByRole('dialog', { name: new RegExp(name) })
      await details.getByRole('tab', { name: 'SIM 卡信息' }).click()
      await page.waitForURL(/#sim$/)
      await details.getByRole('progressbar', { name: '本月已用 / 套餐 120 / 500' }).waitFor()
      for (const text of ['89860000000000000001', '运营商甲', '2027-01-01'])
        await details.getByText(text, { exact: true }).waitFor()

      await details.getByRole('tab', { name: '虚拟设备' }).click()
      await details.getByRole('link', { name: '虚拟设备配置' }).click()
      await page
        .getByRole('dialog', { name: /^虚拟设备配置/ })
        .getByRole('button', { name: '新建虚拟规则' })
        .first()
        .click()
      const rule = page.getByRole('dialog', { name: '新建虚拟规则' })
      const choose = async (label: RegExp, option: string) => {
        await rule.getByRole('combobox', { name: label }).click()
        await page.getByRole('option', { name: option }).first().click()
      }
      await choose(/^节点(?!类型)/, '水位')
      await rule.getByRole('checkbox', { name: '始终修正' }).check()
      expect(await rule.getByRole('combobox', { name: /^引用/ }).count()).toBe(0)
      await choose(/^取值方式/, '引用其他设备')
      await rule.getByRole('combobox', { name: /^引用设备/ }).fill('被引用水文站')
      await page.getByRole('option').first().click()
      await choose(/^引用节点/, '水位')
      await rule.getByRole('button', { name: '保存', exact: true }).click()
      await rule.waitFor({ state: 'hidden' })
      const { data } = await call<object[]>(app.server.url, 'GET', `godbDeviceAiByDeviceId/${id}`, { token: admin })
      expect(data).toEqual([
        expect.objectContaining({
          device_ai_type: 2,
          amend_type: '3',
          other_device_id: expect.any(Number),
          other_nodemap_id: expect.any(Number),
        }),
      ])
      expect(problems).toEqual([])
    })
  })

  it('lists the devices of a gateway', async () => {
    const { list } = (
      await call<{ list: { id: number; gateway_id: number; name: string }[] }>(
        app.server.url,
        'GET',
        'godbDevice?page_size=100&current=1',
        { token: admin },
      )
    ).data
    const behind = list.find(({ gateway_id }) => gateway_id > 0)
    const details = `/manage/gateway/${behind?.gateway_id ?? 0}/detail#devices`
    const { page, problems } = await app.goOn(details)
    await page
      .getByRole('dialog')
      .getByRole('cell', { name: behind?.name ?? '', exact: true })
      .waitFor()
    expect(problems).toEqual([])
  })

  describe.each(ofTheDay(languages, 1))(
    'HJ 212 stations in $language',
    ({ language, place, words, knocks, north, save }) => {
      const mn = `KNOCKS000000000000000${place}`
      const upward = `UPWARD000000000000000${place}`
      let port = 0
      beforeAll(async () => {
        await app.server.says(/Stations \(HJ 212\): [\d.]+:\d+/)
        port = Number(/Stations \(HJ 212\): [\d.]+:(\d+)/.exec(app.server.output())?.[1])
      })
      const said = (label: Label): string => label[place] ?? ''
      const open = async (path: string) => {
        const watched = await app.goOn(path, { language, ...STILL })
        watched.context.setDefaultTimeout(upTo(20_000))
        return watched
      }
      const stationOf = () => createStation({ host: '127.0.0.1', port, mn, pw: PW })

      it('creates a device for an unknown station, and sends it a command', async () => {
        const stranger = stationOf()
        await stranger.connect()
        await stranger.report('2011', airContent(Date.now(), 0), { timeout: 200 })
        stranger.close()
        const { page, problems } = await open('/manage/device')
        await page.getByRole('button', { name: words.knocks, exact: true }).click()
        const knock = page.getByRole('article', { name: mn })
        await knock.waitFor(SOON)
        await knock.getByText(knocks.reason.unknown).waitFor()
        await knock.getByRole('button', { name: knocks.make, exact: true }).click()
        await knock.getByRole('combobox', { name: knocks.area, exact: true }).click()
        await page.getByRole('option').nth(1).click()
        await knock.getByLabel(words.pw, { exact: true }).fill(PW)
        await knock.getByRole('button', { name: knocks.make, exact: true }).click()
        await knock.waitFor({ state: 'hidden' })
        const { data } = await call<{ list: { id: number }[] }>(
          app.server.url,
          'GET',
          `godbDevice?page_size=10&current=1&search=${mn}`,
          { token: admin },
        )
        const id = data.list[0]?.id

        const known = stationOf()
        await expect
          .poll(async () => {
            if (!known.connected()) await known.connect()
            return known.report('2011', airContent(Date.now(), 0), { timeout: 500 })
          }, SOON)
          .toBe(true)
        await walkTo(page, `/manage/device/${id}/detail#hj212`)
        const dialog = page.getByRole('dialog')
        await dialog.getByText(words.up, { exact: true }).waitFor(SOON)
        await dialog.getByLabel(words.command, { exact: true }).selectOption('1011')
        await dialog.getByRole('button', { name: words.send, exact: true }).click()
        const sent = dialog.getByRole('row').filter({ hasText: `1011 ${said(COMMANDS['1011'] ?? ['', '', ''])}` })
        await sent.getByText(words.outcome.done, { exact: true }).waitFor(SOON)
        expect(await violations(page, { within: DIALOG })).toEqual([])
        await sent.getByText(/SystemTime=\d{14}/).waitFor()
        known.close()
        expect(problems).toEqual([])
      })

      it('reports upstream through an interface that was created in the form', async () => {
        const receiver = await startStrictReceiver({ mn: upward, pw: PW })
        try {
          const { page, problems } = await open('/pushService/northinterface/create')
          const dialog = page.getByRole('dialog')
          const field = (name: keyof typeof northinterface.fields & string) => controlOf(dialog, northinterface, name)
          await field('name').fill(`HJ 212 up ${place}`)
          await field('project_id').click()
          await page.getByRole('listbox').getByRole('option').first().click()
          await field('protocol').click()
          await page.getByRole('option', { name: 'HJ 212', exact: true }).click()
          await field('url').fill(`tcp://127.0.0.1:${receiver.port}`)
          await field('mn').fill(upward)
          await field('pw').fill(PW)
          await field('run_interval').fill('1')
          await dialog.getByRole('checkbox').first().check()
          await dialog.getByRole('button', { name: save, exact: true }).click()
          await dialog.waitFor({ state: 'hidden' })
          const { data } = await call<{ list: { id: number; name: string }[] }>(
            app.server.url,
            'GET',
            'godbNorthInterface?page_size=50&current=1',
            { token: admin },
          )
          const id = data.list.find(({ name }) => name === `HJ 212 up ${place}`)?.id
          await walkTo(page, `/pushService/northinterface/${id}/push`)
          await dialog.getByText(north.up, { exact: true }).waitFor(SOON)
          await dialog
            .getByRole('textbox', { name: north.frames })
            .getByText(/→ QN=\d{17};ST=22;CN=2011;PW=\*{6};MN=UPWARD/)
            .waitFor(SOON)
          expect(await violations(page, { within: DIALOG })).toEqual([])
          await expect.poll(() => receiver.taken.length, SOON).toBeGreaterThan(0)
          expect(receiver.faults).toEqual([])
          expect(problems).toEqual([])
        } finally {
          await receiver.close()
        }
      })
    },
  )
})

/** Selects the nth record of a reference in the dialog. */
async function pick(list: ListPage, label: string, nth: number): Promise<void> {
  await list.dialog.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
  await list.page.getByRole('option').nth(nth).click()
}
