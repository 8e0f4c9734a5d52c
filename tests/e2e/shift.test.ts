import Database from 'libsql'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNEL_KIND } from '../../resources/channel.ts'
import { TURN_UNIT } from '../../resources/kit/duty/record.ts'
import { DATABASE_FILE } from '../../server/storage/sqlite/files.ts'
import { chromiumPath } from '../support/browser.ts'
import { call, makeDevice, makeRule, pushValue, tokenOf, type TestDevice } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { startPushService } from '../support/pushService.ts'

const INBOX = '/monitor/threoldManage'
const RULE = '夜班水位'
const MINUTE = 60_000
/** That of whoever is on call. */
const TELEPHONE = { user: 'manager', viewport: { width: 390, height: 844 }, hasTouch: true }

interface Moment {
  kind: string
  minutes?: number
  name?: string | null
  person?: string | null
}

/** One night: each test goes on where the one before ended. */
describe.skipIf(chromiumPath === null)('a night shift', () => {
  const app = testConsole({ NORTH_ALLOW_PRIVATE: 'on' })
  let push: Awaited<ReturnType<typeof startPushService>>
  let admin: string
  let operator: string
  let stations: TestDevice[]
  let channel: number
  /** What the operator's telephone was told of last, and the episode that it leads to. */
  let link = ''
  let episode = 0

  /** What a call answers to whose token it is, the administrator's if nothing is said. */
  const ask = async <T>(method: string, path: string, body?: object, token = admin): Promise<T> => {
    const { code, msg, data } = await call<T>(app.server.url, method, path, { token, ...(body && { body }) })
    if (code !== 0) throw new Error(`${method} ${path}: ${msg} ${JSON.stringify(data)}`)
    return data
  }
  const made = async (api: string, body: object): Promise<number> => (await ask<{ id: number }>('POST', api, body)).id
  /** What no call may do: browsers whose service is this machine, and a clock that goes on by itself. */
  const inDatabase = (statement: string, ...values: (string | number)[]): void => {
    const database = new Database(join(app.server.dataDir, DATABASE_FILE))
    try {
      database.prepare('pragma busy_timeout = 10000').all()
      database.prepare(statement).run(...values)
    } finally {
      database.close()
    }
  }
  /** As if so many minutes more had gone by since the alarm fired. */
  const waited = (minutes: number): void => {
    const by = minutes * MINUTE
    inDatabase(
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
  /** Titles of what the telephone was told, oldest first. */
  const told = () => push.taken.map(({ payload }) => payload.title)

  beforeAll(async () => {
    const { url } = app.server
    push = await startPushService()
    admin = await tokenOf(url, 'admin', 'admin123')
    operator = await tokenOf(url, 'manager', 'manager123')
    // By the operator, in the project and area that are theirs.
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
    inDatabase(
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

  it('an alarm reaches the telephone of whoever is on call, and again where it gets worse', async () => {
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

  it('nobody takes it: whoever is on call is told, then everybody by the channel', async () => {
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

  it('opened by its link on a phone it is taken, commented on, put off, and closed once it is over', async () => {
    const { page, problems, foreign } = await app.goOn(link, TELEPHONE)
    const detail = page.locator('[data-part=detail]')
    const button = (name: string) => detail.getByRole('button', { name, exact: true })
    await detail.getByText('10 分钟无人接手，通知 夜班 · 李工').waitFor()
    await detail.getByText('20 分钟无人接手，通知 夜班推送').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

    await button('接手').tap()
    await detail.getByText('环保管理员 接手').waitFor()
    await button('拍照备注').tap()
    const comment = page.getByRole('dialog', { name: /^备注/ })
    await comment.getByRole('textbox').fill('已派人去闸门')
    await comment.getByRole('button', { name: '备注' }).tap()
    await detail.getByText('已派人去闸门').first().waitFor()

    await button('暂缓').tap()
    const snooze = page.getByRole('dialog', { name: /^暂缓/ })
    await snooze.getByRole('radio', { name: '8 小时' }).check()
    await snooze.getByRole('button', { name: '暂缓' }).tap()
    await detail.getByText(/^环保管理员 暂缓至/).waitFor()

    await measured(0, 12)
    // What is over is seen where the page looks anew: opened by its link once more.
    const recovered = async () => (await ask<{ condition: string }>('GET', `episodes/${episode}`)).condition
    await expect.poll(recovered).toBe('cleared')
    await page.goto(link)
    await detail.getByText('回落，已恢复').waitFor()
    await button('关闭').tap()
    const close = page.getByRole('dialog', { name: /^关闭报警/ })
    await close.getByRole('radio', { name: '已处理' }).check()
    await close.getByRole('textbox').fill('闸门已开')
    await close.getByRole('button', { name: '关闭报警' }).tap()
    await detail.getByText('环保管理员 关闭：已处理').waitFor()
    expect([problems, foreign]).toEqual([[], []])
  })

  it('who was slower sees whose it is, and what they wrote is kept', async () => {
    await measured(1, 18.6)
    await expect.poll(() => told().at(-1)).toBe(`【严重】夜班水文站二 · ${RULE}`)
    const other = push.taken.at(-1)?.payload.path ?? ''
    const filter = encodeURIComponent(JSON.stringify({ q: RULE }))
    const { page, problems } = await app.signedIn(`${other}&filter=${filter}`)
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

  it('many at once are one digest; it opens the desk, where the night stands from beginning to end', async () => {
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
    inDatabase('update alarmstorm set ends_at = ends_at - ?', 60 * MINUTE)
    await expect.poll(() => told().at(-1)).toBe('【报警汇总】共 2 起报警')
    const { path, body } = push.taken.at(-1)?.payload ?? { path: '', body: '' }
    expect([path, push.faults]).toEqual([INBOX, []])
    for (const part of ['夜班水文站一', '夜班水文站三', '其中已恢复: 1']) expect(body).toContain(part)

    const filter = encodeURIComponent(JSON.stringify({ q: RULE }))
    const { page, problems } = await app.signedIn(`${path}?filter=${filter}`, { user: 'manager' })
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
      expect(await reason.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
    }
    expect(problems).toEqual([])
  })

  it('on a phone one is taken by a swipe and given to whoever is on call, and a closed one opened again', async () => {
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
    // All at once: where a finger rests for half a second it ticks the row.
    await Promise.all([finger('touchStart', 40), finger('touchMove', 90), finger('touchMove', 200)])
    await page.locator('[data-commits]').waitFor()
    await finger('touchEnd')
    await expect.poll(async () => (await ask<{ work: string }>('GET', `episodes/${id}`)).work).toBe('acknowledged')

    await page.goto(`${INBOX}?detail=${id}`)
    const detail = page.locator('[data-part=detail]')
    const button = (name: string) => detail.getByRole('button', { name, exact: true })
    await detail.getByText('环保管理员 接手').waitFor()
    expect(await low(page.locator('[data-part=act-bar]'))).toEqual([])
    await button('指派').tap()
    const assign = page.getByRole('dialog', { name: /^指派/ })
    await assign.getByRole('combobox').tap()
    await page.getByRole('option', { name: /^夜班/ }).tap()
    await assign.getByRole('button', { name: '指派' }).tap()
    await detail.getByText('环保管理员 指派给 夜班 · 李工').waitFor()

    await page.goto(link)
    await detail.getByText('环保管理员 关闭：已处理').waitFor()
    await button('重新打开').tap()
    await detail.getByText('环保管理员 重新打开').waitFor()
    expect([problems, foreign]).toEqual([[], []])
  })
})

/** Buttons that are lower than a thumb asks for, by what they say. */
const low = (part: Locator): Promise<string[]> =>
  part
    .getByRole('button')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent ?? ''),
    )
