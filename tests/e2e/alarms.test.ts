import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CHANNEL_KIND } from '../../resources/channel.ts'
import { TURN_UNIT } from '../../resources/kit/duty/record.ts'
import { chromiumPath, STILL, walkTo } from '../support/browser.ts'
import { call, makeDevice, makeRule, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { comeBack } from '../support/comeBack.ts'
import { testConsole } from '../support/console.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { Shell } from '../support/pages.ts'
import { startPushService } from '../support/pushService.ts'
import { upTo } from '../support/slowness.ts'

const INBOX = '/monitor/threoldManage'
const RULE = '夜班水位'
const MINUTE = 60_000
/** The telephone of the user on call. */
const TELEPHONE = { user: 'manager', viewport: { width: 390, height: 844 }, hasTouch: true, ...STILL }

interface Moment {
  kind: string
  minutes?: number
  name?: string | null
  person?: string | null
}

describe.skipIf(chromiumPath === null)('alarms', () => {
  const app = testConsole({ NORTH_ALLOW_PRIVATE: 'on' })
  let admin: string
  let operator: string
  beforeAll(async () => {
    const { url } = app.server
    ;[admin, operator] = await Promise.all([tokenOf(url, 'admin', 'admin123'), tokenOf(url, 'manager', 'manager123')])
  })

  describe('alarm records', () => {
    let attempt = 0
    let rule: string
    let first: string
    let second: string
    // Each attempt has its own alarms: a failed attempt has already changed its alarms.
    beforeEach(() => {
      attempt++
      rule = `测试水位上限${attempt}号`
      first = `报警水文站一${attempt}号`
      second = `报警水文站二${attempt}号`
    })

    const inbox = (filter: Record<string, unknown> = {}): string =>
      `${INBOX}?${new URLSearchParams({ filter: JSON.stringify({ q: rule, ...filter }) }).toString()}`
    const fired = async (owner: string) => {
      const { url } = app.server
      const stations = [await makeDevice(url, owner, first), await makeDevice(url, owner, second)]
      // Snoozing until the alarm gets worse is offered where a rule has a worse level.
      await makeRule(url, admin, rule, stations, 15, { limits: JSON.stringify({ 2: 15, 1: 100 }) })
      for (const station of stations) await pushValue(url, station.credential, station.sn, station.node, 16.6)
      const total = async () => {
        const path = `episodes?search=${rule}&page_size=1&current=1`
        return (await call<{ total: number }>(url, 'GET', path, { token: admin })).data.total
      }
      await expect.poll(total).toBe(2)
    }
    const rowOf = (page: Page, name: string) => page.locator('[data-part=episodes] [data-id]').filter({ hasText: name })

    it('acknowledge, snooze, undo, close, reopen and bulk-assign alarms by keyboard', async () => {
      await fired(admin)
      const { page, problems, foreign } = await app.goOn(inbox(), STILL)
      const { keyboard } = page
      const detail = page.locator('[data-part=detail]')
      const one = rowOf(page, first)
      const chosen = () => page.locator('[data-current]').innerText()
      const goTo = async (row: typeof one, name: string) => {
        await row.getByRole('button').click()
        await expect.poll(chosen).toContain(name)
      }
      const view = (name: string) => page.getByRole('group', { name: '视图' }).getByRole('button', { name })
      await one.getByText('16.6').waitFor()

      await goTo(one, first)
      await detail.getByRole('slider').waitFor()
      await keyboard.press('a')
      await page.getByText('已接手 1 起').waitFor()
      await expect.poll(chosen).toContain(second)
      await one.getByRole('img', { name: '负责人：超级管理员' }).waitFor()

      await goTo(one, first)
      await detail.getByText('超级管理员 接手').waitFor()
      await keyboard.press('s')
      const snooze = page.getByRole('dialog', { name: /^暂缓/ })
      await snooze.getByRole('radio', { name: '直到加重' }).check()
      await snooze.getByRole('button', { name: '暂缓' }).click()
      await page.getByText('已暂缓 1 起').waitFor()
      await view('已暂缓').click()
      await goTo(one, first)

      // After undo the alarm is not snoozed any more.
      await page.getByRole('status').getByRole('button', { name: '撤销' }).click()
      await view('我的').click()
      await goTo(one, first)

      await keyboard.press('e')
      const close = page.getByRole('dialog', { name: /^关闭报警/ })
      await close.getByRole('radio', { name: '误报' }).check()
      await close.getByRole('textbox').fill('闸门已开')
      await close.getByRole('button', { name: '关闭报警' }).click()
      await page.getByText('已关闭 1 起').waitFor()
      await view('今日已关').click()
      await goTo(one, first)
      await detail.getByText('超级管理员 关闭：误报').waitFor()
      await detail.getByText('闸门已开').first().waitFor()
      await keyboard.press('r')
      await page.getByText('已重新打开 1 起').waitFor()

      await view('需要处理').click()
      await rowOf(page, second).waitFor()
      await goTo(one, first)
      await keyboard.press('x')
      await goTo(rowOf(page, second), second)
      await keyboard.press('x')
      const bulk = page.getByRole('toolbar', { name: '批量处理' })
      await bulk.getByText('已选 2 起').waitFor()
      await bulk.getByRole('button', { name: '指派' }).click()
      const assign = page.getByRole('dialog', { name: /^指派/ })
      await assign.getByRole('combobox').click()
      await page.getByRole('option', { name: '我', exact: true }).click()
      await assign.getByRole('button', { name: '指派' }).click()
      await page.getByText('已指派 2 起').waitFor()
      await rowOf(page, second).getByRole('img', { name: '负责人：超级管理员' }).waitFor()
      expect([problems, foreign]).toEqual([[], []])
    })

    it('place undo toasts beside pager and key hints, and collapse older ones until they have focus', async () => {
      await fired(admin)
      const { page, problems } = await app.goOn(inbox(), STILL)
      await rowOf(page, first).getByRole('button').click()
      await expect.poll(() => page.locator('[data-current]').innerText()).toContain(first)
      await page.mouse.move(700, 300)
      await page.keyboard.press('a')
      await page.getByText('已接手 1 起').waitFor()
      // Simulates the page after four acts: performing them would race with the time for which each undo is offered.
      const seen = await page.evaluate(() => {
        const toasts = document.querySelector('[data-part=toasts]')
        const newest = toasts?.lastElementChild
        if (!toasts || !newest) return null
        const more = [1, 2, 3].map(() => newest.cloneNode(true) as HTMLElement)
        toasts.prepend(...more)
        const box = toasts.getBoundingClientRect()
        const covers = (selector: string) => {
          const below = document.querySelector(selector)?.getBoundingClientRect()
          return below && box.left < below.right && box.right > below.left && box.bottom > below.top
        }
        const undo = more[0]?.querySelector<HTMLElement>('[data-part=undo]')
        const folded = toasts.clientHeight
        undo?.focus()
        const open = toasts.clientHeight
        undo?.blur()
        for (const each of more) each.remove()
        return { pager: covers('[data-part=inbox] nav'), keys: covers('[data-part=keys]'), folded, open }
      })
      expect(seen).toMatchObject({ pager: false, keys: false })
      expect(seen?.folded).toBeLessThan(100)
      expect(seen?.open).toBeGreaterThanOrEqual(4 * 40)
      expect(problems).toEqual([])
    })

    it('are downloaded with the current filter as an Excel workbook', async () => {
      const { page, problems } = await app.goOn(INBOX, STILL)
      await page.getByRole('button', { name: '筛选', exact: true }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: '导出 Excel' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^报警记录_\d{4}-\d{2}-\d{2}\.xlsx$/)
      expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
      expect(problems).toEqual([])
    })

    it('are shown in zhTW, zhEN and zhCN after a language change', async () => {
      const { page, problems } = await app.goOn(INBOX, STILL)
      for (const [menu, language, title, needs] of [
        ['语言', '繁體中文', '警報記錄', '需要處理'],
        ['語言', 'English', 'Alarm records', 'Needs action'],
        ['Language', '简体中文', '报警记录', '需要处理'],
      ] as const) {
        await new Shell(page).pick(menu, language)
        await page.getByRole('heading', { name: title, level: 1 }).waitFor()
        await page.getByRole('button', { name: new RegExp(`^${needs}`) }).waitFor()
      }
      expect(problems).toEqual([])
    })

    it('show list and alarm as pages on a phone, and send a comment written offline later', async () => {
      await fired(operator)
      const { page, context } = await app.goOn(inbox({ view: 'all' }), TELEPHONE)
      const row = rowOf(page, second)
      await row.locator('[data-part=episode]').click()
      const detail = page.locator('[data-part=detail]')
      await detail.getByText(/触发 16.6/).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      // Its dialogs are loaded before they are opened: without a network nothing more can be loaded.
      const isHere = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .some(({ name, duration }) => /\/assets\/Dialog-/.test(name) && duration > 0),
        )
      await expect.poll(isHere, { timeout: upTo(30_000) }).toBe(true)
      await context.setOffline(true)
      await detail.getByRole('button', { name: '拍照备注' }).click()
      const comment = page.getByRole('dialog', { name: /^备注/ })
      await comment.getByRole('textbox').fill('桥下已积水')
      await comment.getByRole('button', { name: '备注' }).click()
      await page.goBack()
      await page.getByText('没有网络，1 步已存，恢复后发送').waitFor()
      await context.setOffline(false)
      await page.getByText('没有网络，1 步已存，恢复后发送').waitFor({ state: 'hidden' })
      await row.locator('[data-part=episode]').click()
      await detail.getByText('桥下已积水').first().waitFor()
    })
  })

  /** One night: each test continues where the one before ended. */
  describe('night shift', () => {
    let push: Awaited<ReturnType<typeof startPushService>>
    let stations: TestDevice[]
    let channel: number
    /** The link of the last notification on the operator's telephone, and the episode it leads to. */
    let link = ''
    let episode = 0

    /** Answer of a call with the given token, by default the administrator's. */
    const ask = async <T>(method: string, path: string, body?: object, token = admin): Promise<T> => {
      const { code, msg, data } = await call<T>(app.server.url, method, path, { token, ...(body && { body }) })
      if (code !== 0) throw new Error(`${method} ${path}: ${msg} ${JSON.stringify(data)}`)
      return data
    }
    const made = async (api: string, body: object): Promise<number> => (await ask<{ id: number }>('POST', api, body)).id
    /** Changes that no call may make: browsers whose push service is this machine, and times in the past. */
    const write = (statement: string, ...values: (string | number)[]) =>
      inDatabase(app.server.dataDir, statement, ...values)
    /** Moves times back, as if so many more minutes had passed since the alarm fired. */
    const waited = (minutes: number): void => {
      const by = minutes * MINUTE
      write(
        'update thresholdlog set escalation_since = escalation_since - ?, escalate_at = escalate_at - ? where id = ?',
        by,
        by,
        episode,
      )
    }
    const measured = async (at: number, value: number): Promise<void> => {
      const station = stations[at] as TestDevice
      const { code } = await pushValue(app.server.url, station.credential, station.sn, station.node, value)
      expect(code).toBe(0)
    }
    /** Titles of the notifications on the telephone, oldest first. */
    const told = () => push.taken.map(({ payload }) => payload.title)

    beforeAll(async () => {
      const { url } = app.server
      push = await startPushService()
      // Created by the operator, in the operator's project and area.
      stations = [
        await makeDevice(url, operator, '夜班水文站一'),
        await makeDevice(url, operator, '夜班水文站二'),
        await makeDevice(url, operator, '夜班水文站三'),
      ]
      const [{ project_id, district_id }] = stations as [TestDevice]
      const { id: user_id } = await ask<{ id: number }>('GET', 'godbMyInfo', undefined, operator)
      const person = await made('godbAlarminfo', {
        alarm_name: '李工',
        alarm_phone: '13800000001',
        project_id,
        district_id,
        user_id,
      })
      const roster = await made('alarmRoster', {
        name: '夜班',
        project_id,
        people: String(person),
        every: 1,
        unit: TURN_UNIT.days,
        handover: '00:00',
        starts: '2026-01-01',
      })
      channel = await made('alarmChannel', { name: '夜班推送', project_id, kind: CHANNEL_KIND.push })
      const escalation = await made('alarmEscalation', {
        name: '夜间逐级',
        project_id,
        steps: JSON.stringify([
          { after: 10, roster },
          { after: 20, channel },
        ]),
      })
      await makeRule(url, admin, RULE, stations, 15, {
        limits: JSON.stringify({ 4: 15, 2: 18 }),
        enable_back: 1,
        back_msg: '水位已回落',
        alarm_channel: String(channel),
        escalation_id: escalation,
      })
      push.service.key = (await ask<{ key: string }>('GET', 'alarmPush', undefined, operator)).key
      const { endpoint, keys } = push.browser('telephone')
      write(
        'insert into pushsubscription (user_id, endpoint, p256dh, auth, language, created_at) values (?, ?, ?, ?, ?, ?)',
        user_id,
        endpoint,
        keys.p256dh,
        keys.auth,
        'zhCN',
        Date.now(),
      )
    })
    afterAll(() => push.close())

    it('sends an alarm to the phone of the person on call, and again when it gets worse', async () => {
      await measured(0, 12)
      await measured(0, 15.5)
      await expect.poll(told).toEqual([`【预警】夜班水文站一 · ${RULE}`])
      await measured(0, 18.6)
      await expect.poll(told).toEqual([`【预警】夜班水文站一 · ${RULE}`, `【严重·加重】夜班水文站一 · ${RULE}`])
      const { path, body } = push.taken.at(-1)?.payload ?? { path: '', body: '' }
      expect(body).toContain('当前值: 18.6')
      link = path
      episode = Number(new URL(path, app.server.url).searchParams.get('detail'))
      expect(episode).toBeGreaterThan(0)
      expect(push.faults).toEqual([])
    })

    it('escalates an unacknowledged alarm to the person on call, then to the channel', async () => {
      const steps = async () =>
        (await ask<{ timeline: Moment[] }>('GET', `episodes/${episode}`)).timeline
          .filter(({ kind }) => kind === 'escalate')
          .map(({ minutes, name, person }) => [minutes, name, person])
      expect(await steps()).toEqual([])
      waited(10)
      await expect.poll(steps).toEqual([[10, '夜班', '李工']])
      waited(10)
      await expect.poll(steps).toEqual([
        [10, '夜班', '李工'],
        [20, '夜班推送', null],
      ])
      await expect.poll(() => told().at(-1)).toBe(`【严重·无人接手】夜班水文站一 · ${RULE}`)
      expect(push.taken.at(-1)?.payload.path).toBe(link)
    })

    it('acknowledges, comments, snoozes and closes an alarm on a phone after opening its link', async () => {
      const { page, problems, foreign } = await app.goOn(link, TELEPHONE)
      const detail = page.locator('[data-part=detail]')
      const button = (name: string) => detail.getByRole('button', { name, exact: true })
      await detail.getByText('10 分钟无人接手，通知 夜班 · 李工').waitFor()
      await detail.getByText('20 分钟无人接手，通知 夜班推送').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

      await button('接手').click()
      await detail.getByText('环保管理员 接手').waitFor()
      await button('拍照备注').click()
      const comment = page.getByRole('dialog', { name: /^备注/ })
      await comment.getByRole('textbox').fill('已派人去闸门')
      await comment.getByRole('button', { name: '备注' }).click()
      await detail.getByText('已派人去闸门').first().waitFor()

      await button('暂缓').click()
      const snooze = page.getByRole('dialog', { name: /^暂缓/ })
      await snooze.getByRole('radio', { name: '8 小时' }).check()
      await snooze.getByRole('button', { name: '暂缓' }).click()
      await detail.getByText(/^环保管理员 暂缓至/).waitFor()

      await measured(0, 12)
      // Recovery shows once the page loads the data again: it is opened by its link once more.
      const recovered = async () => (await ask<{ condition: string }>('GET', `episodes/${episode}`)).condition
      await expect.poll(recovered).toBe('cleared')
      await comeBack(page)
      await detail.getByText('回落，已恢复').waitFor()
      await button('关闭').click()
      const close = page.getByRole('dialog', { name: /^关闭报警/ })
      await close.getByRole('radio', { name: '已处理' }).check()
      await close.getByRole('textbox').fill('闸门已开')
      await close.getByRole('button', { name: '关闭报警' }).click()
      await detail.getByText('环保管理员 关闭：已处理').waitFor()
      expect([problems, foreign]).toEqual([[], []])
    })

    it('shows a conflict when another user acted first, and keeps the text as a comment', async () => {
      await measured(1, 18.6)
      await expect.poll(() => told().at(-1)).toBe(`【严重】夜班水文站二 · ${RULE}`)
      const other = push.taken.at(-1)?.payload.path ?? ''
      const filter = encodeURIComponent(JSON.stringify({ q: RULE }))
      const { page, problems } = await app.signedIn(`${other}&filter=${filter}`, STILL)
      const detail = page.locator('[data-part=detail]')
      await detail.getByText('触发 18.6').first().waitFor()
      await page.keyboard.press('e')
      const close = page.getByRole('dialog', { name: /^关闭报警/ })
      await close.getByRole('textbox').fill('远程看过视频')

      const { searchParams } = new URL(other, app.server.url)
      await ask('POST', `episodes/${searchParams.get('detail')}/acknowledge`, {}, operator)
      await close.getByRole('button', { name: '关闭报警' }).click()
      const notice = page.locator('[data-part=inbox]').getByRole('status')
      await notice.getByText('他人已先处理，请核对最新状态 · 负责人：环保管理员').waitFor()
      await notice.getByText('已保留所写：远程看过视频').waitFor()
      await detail.getByText('处理中，环保管理员').waitFor()
      await notice.getByRole('button', { name: '作为备注发送' }).click()
      await detail.getByText('超级管理员 备注').waitFor()
      expect(await notice.getByText('已保留所写').count()).toBe(0)
      expect(problems).toEqual([`409 POST /v1/episodes/${searchParams.get('detail')}/close`])
    })

    it('sends one digest for an alarm storm, and shows the complete timeline in the records', async () => {
      await ask('PUT', `godbProject/${stations[0]?.project_id}`, { storm_count: 1, storm_minutes: 60 })
      await measured(2, 15.5)
      await expect.poll(() => told().at(-1)).toBe(`【预警】夜班水文站三 · ${RULE}`)
      await measured(0, 18.6)
      await measured(2, 12)
      const held = async () =>
        (await ask<{ explained: string | null }[]>('GET', `alarmChannel/${channel}/results`)).filter(({ explained }) =>
          explained?.includes('并入汇总'),
        ).length
      await expect.poll(held).toBe(2)
      write('update alarmstorm set ends_at = ends_at - ?', 60 * MINUTE)
      await expect.poll(() => told().at(-1)).toBe('【报警汇总】共 2 起报警')
      const { path, body } = push.taken.at(-1)?.payload ?? { path: '', body: '' }
      expect([path, push.faults]).toEqual([INBOX, []])
      for (const part of ['夜班水文站一', '夜班水文站三', '其中已恢复: 1']) expect(body).toContain(part)

      const filter = encodeURIComponent(JSON.stringify({ q: RULE }))
      const { page, problems } = await app.signedIn(`${path}?filter=${filter}`, { user: 'manager', ...STILL })
      const row = (name: string) => page.locator('[data-part=episodes] [data-id]').filter({ hasText: name })
      for (const { name } of stations) await row(name).waitFor()
      await page.getByRole('group', { name: '视图' }).getByRole('button', { name: '今日已关' }).click()
      await expect.poll(() => row('夜班水文站').count()).toBe(1)
      await row('夜班水文站一').getByRole('button').click()
      const detail = page.locator('[data-part=detail]')
      await detail.getByText('环保管理员 关闭：已处理').waitFor()
      const kinds = await detail
        .locator('li[data-kind]')
        .evaluateAll((lines) => lines.map((line) => line.getAttribute('data-kind')))
      expect(kinds.toReversed().filter((kind) => kind !== 'message' && kind !== 'peak')).toEqual([
        'fired',
        'worsened',
        'escalate',
        'escalate',
        'acknowledge',
        'comment',
        'snooze',
        'cleared',
        'close',
      ])
      const reason = detail.getByRole('region', { name: '通知了谁' }).getByText('未送达：已暂缓')
      for (const viewport of [null, { width: 390, height: 844 }]) {
        if (viewport) await page.setViewportSize(viewport)
        await reason.waitFor()
        expect(await reason.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(
          0,
        )
      }
      expect(problems).toEqual([])
    })

    it('acknowledges by swipe, assigns to the roster and reopens on a phone', async () => {
      const filter = encodeURIComponent(JSON.stringify({ q: RULE }))
      const { page, context, problems, foreign } = await app.goOn(`${INBOX}?filter=${filter}`, TELEPHONE)
      const row = page.locator('[data-part=episodes] [data-id]').filter({ hasText: '夜班水文站三' })
      await row.waitFor()
      expect(await low(page.getByRole('group', { name: '视图' }))).toEqual([])
      expect(await low(page.locator('[data-part=episodes]'))).toEqual([])

      const id = Number(await row.getAttribute('data-id'))
      const { x, y, height } = (await row.boundingBox()) ?? { x: 0, y: 0, height: 0 }
      const session = await context.newCDPSession(page)
      const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: at.map((right) => ({ x: x + right, y: y + height / 2 })),
        })
      // Sent all at once: a finger that rests for half a second ticks the row.
      await Promise.all([finger('touchStart', 40), finger('touchMove', 90), finger('touchMove', 200)])
      await page.locator('[data-commits]').waitFor()
      await finger('touchEnd')
      await expect.poll(async () => (await ask<{ work: string }>('GET', `episodes/${id}`)).work).toBe('acknowledged')

      await walkTo(page, `${INBOX}?detail=${id}`)
      const detail = page.locator('[data-part=detail]')
      const button = (name: string) => detail.getByRole('button', { name, exact: true })
      await detail.getByText('环保管理员 接手').waitFor()
      expect(await low(page.locator('[data-part=act-bar]'))).toEqual([])
      await button('指派').click()
      const assign = page.getByRole('dialog', { name: /^指派/ })
      await assign.getByRole('combobox').click()
      await page.getByRole('option', { name: /^夜班/ }).click()
      await assign.getByRole('button', { name: '指派' }).click()
      await detail.getByText('环保管理员 指派给 夜班 · 李工').waitFor()

      await walkTo(page, link)
      await detail.getByText('环保管理员 关闭：已处理').waitFor()
      await button('重新打开').click()
      await detail.getByText('环保管理员 重新打开').waitFor()
      expect([problems, foreign]).toEqual([[], []])
    })
  })
})

/** Texts of the buttons that are lower than a thumb needs. */
const low = (part: Locator): Promise<string[]> =>
  part
    .getByRole('button')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent ?? ''),
    )
