// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { UNTIL_WORSE } from '../../resources/kit/episode.ts'
import { addDays, DAY, zoneOf } from '../../resources/kit/zone.ts'
import AlarmsRoom from '../../src/alarms/AlarmsRoom.tsx'
import { nextMorning } from '../../src/alarms/inbox/acts/fields.tsx'
import { episode, startInbox, type InboxPlatform } from './inboxWorld.tsx'
import { openPage } from './pageWorld.tsx'

let platform: InboxPlatform
beforeEach(() => {
  platform = startInbox()
  platform.rows = [episode(1, { level: 1 }), episode(2), episode(3, { level: null })]
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const WHY = '规则没有更重的级别，请暂缓到某个时间'
const atRow = (id: number) =>
  waitFor(() => expect(document.querySelector<HTMLElement>('[data-current]')?.dataset['id']).toBe(String(id)))
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const dialog = async () => within(await screen.findByRole('dialog', { name: /暂缓/ }))

describe('snooze until worse', () => {
  it('is not offered for an urgent alarm, and the dialog explains why', async () => {
    await openPage(AlarmsRoom, '/?detail=1')
    await atRow(1)
    press('s')
    const asks = await dialog()
    expect(asks.getByRole('radio', { name: '1 小时' })).toBeTruthy()
    expect(asks.queryByRole('radio', { name: '直到加重' })).toBeNull()
    expect(asks.getByText(WHY)).toBeTruthy()
  })

  it.each([2, 3])('is offered for alarm %i, which can get worse', async (id) => {
    await openPage(AlarmsRoom, `/?detail=${id}`)
    await atRow(id)
    press('s')
    const asks = await dialog()
    expect(asks.getByRole('radio', { name: '直到加重' })).toBeTruthy()
    expect(asks.queryByText(WHY)).toBeNull()
  })

  it('is not offered when the rule has no worse level', async () => {
    platform.rows = [episode(1, { level: 3, worst_level: 3 })]
    await openPage(AlarmsRoom, '/?detail=1')
    await atRow(1)
    press('s')
    const asks = await dialog()
    expect(asks.queryByRole('radio', { name: '直到加重' })).toBeNull()
    expect(asks.getByText(WHY)).toBeTruthy()
  })

  it('is not offered for a selection when one of its alarms cannot get worse', async () => {
    await openPage(AlarmsRoom, '/?detail=1')
    await atRow(1)
    press('x')
    press('j')
    await atRow(2)
    press('x')
    await screen.findByText('已选 2 起')
    press('s')
    expect((await dialog()).queryByRole('radio', { name: '直到加重' })).toBeNull()
  })

  it('is revealed by swiping a row on a phone unless the alarm is urgent', async () => {
    onPhone()
    await openPage(AlarmsRoom, '/')
    expect((await swiped(1)).map(({ textContent }) => textContent)).toEqual(['1 小时'])
    expect((await swiped(2)).map(({ textContent }) => textContent)).toEqual(['1 小时', '直到加重'])
  })

  it('is missing from the row menu of an urgent alarm on a phone', async () => {
    onPhone()
    await openPage(AlarmsRoom, '/')
    fireEvent.click(await screen.findByRole('button', { name: '更多 规则 1 站 1' }))
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '接手',
      '暂缓 · 1 小时',
      '选择',
    ])
  })
})

describe('nextMorning', () => {
  it.each([
    ['2026-11-29 20:00', '2026-11-30 08:00'],
    ['2026-11-30 02:16', '2026-11-30 08:00'],
    ['2026-11-30 08:00', '2026-12-01 08:00'],
  ])('returns the next 08:00: at %s until %s', (now, until) => {
    const zone = zoneOf('Asia/Shanghai')
    const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+08:00`)
    expect(nextMorning(zone, at(now))).toBe(at(until))
  })
})

describe('snooze until a chosen time', () => {
  // The console's own settings say UTC in these tests.
  const zone = zoneOf('UTC')
  const inDays = (days: number) => addDays(zone.day(Date.now()), days)
  const posts = () => platform.sent.filter(({ method }) => method === 'POST')
  const write = (asks: Awaited<ReturnType<typeof dialog>>, name: string, text: string) => {
    const input = asks.getByRole('textbox', { name })
    fireEvent.change(input, { target: { value: text } })
    fireEvent.blur(input)
  }
  const choose = async (day: string, clock: string) => {
    press('s')
    const asks = await dialog()
    fireEvent.click(asks.getByRole('radio', { name: '选日期和时间' }))
    write(asks, '暂缓至', day)
    write(asks, '暂缓至的时间', clock)
    return { asks, send: () => fireEvent.click(asks.getByRole('button', { name: '暂缓' })) }
  }

  it('starts with the next morning and uses the platform’s time zone', async () => {
    await openPage(AlarmsRoom, '/?detail=2')
    await atRow(2)
    press('s')
    const asks = await dialog()
    fireEvent.click(asks.getByRole('radio', { name: '选日期和时间' }))
    expect(asks.getByRole('textbox', { name: '暂缓至' })).toHaveProperty('value', zone.day(nextMorning(zone)))
    expect(asks.getByRole('textbox', { name: '暂缓至的时间' })).toHaveProperty('value', '08:00')
    write(asks, '暂缓至', inDays(3))
    write(asks, '暂缓至的时间', '1745')
    fireEvent.click(asks.getByRole('button', { name: '暂缓' }))
    await waitFor(() => expect(posts()[0]?.body).toMatchObject({ until: zone.moment(inDays(3), '17:45') }))
  })

  it.each([-1, 40])('is rejected with a message when it is past or more than 31 days ahead: %i days', async (days) => {
    await openPage(AlarmsRoom, '/?detail=2')
    await atRow(2)
    const { asks, send } = await choose(inDays(days), '08:00')
    send()
    expect(await asks.findByText('请选择 31 天以内的将来时间')).toBeTruthy()
    expect(posts()).toEqual([])
    fireEvent.click(asks.getByRole('radio', { name: '1 小时' }))
    send()
    await waitFor(() => expect(posts()).toHaveLength(1))
    expect(Number(posts()[0]?.body['until']) - Date.now()).toBeLessThan(DAY)
  })

  it('applies to a selection and is sent after an offline period', async () => {
    platform.down = true
    await openPage(AlarmsRoom, '/?detail=1')
    await atRow(1)
    press('x')
    press('j')
    await atRow(2)
    press('x')
    await screen.findByText('已选 2 起')
    const { send } = await choose(inDays(2), '06:30')
    send()
    await screen.findByText(/没有网络/)
    platform.down = false
    globalThis.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText(/没有网络/)).toBeNull())
    expect(posts().at(-1)?.body).toMatchObject({
      ids: [1, 2],
      action: 'snooze',
      until: zone.moment(inDays(2), '06:30'),
    })
  })
})

describe('list of snoozed alarms', () => {
  const words = (id: number) =>
    document.querySelector(`[data-part=episodes] [data-id="${id}"] [data-part=badge]`)?.textContent
  const arrange = async () => {
    fireEvent.click(await screen.findByRole('button', { name: '按事件，分组与排序' }))
    return within(await screen.findByRole('menu'))
  }

  it('shows end time and user of each snooze and sorts by the earliest end', async () => {
    platform.extensions.push('episode-groups')
    const until = Date.now() + DAY
    platform.rows = [
      episode(1, { snoozed_until: until, snoozed_by_name: '李桂英' }),
      episode(2, { snoozed_until: UNTIL_WORSE, snooze_level: 2, snoozed_by_name: '王工' }),
      episode(3, { snoozed_until: until }),
      episode(4),
    ]
    await openPage(AlarmsRoom, `/?filter=${encodeURIComponent('{"view":"snoozed"}')}`)
    await waitFor(() => expect(words(1)).toMatch(/^暂缓至 .*\d · 李桂英$/))
    expect(words(2)).toBe('暂缓至加重 · 王工')
    expect(words(3)).toMatch(/^暂缓至 .*\d$/)
    fireEvent.click((await arrange()).getByRole('menuitem', { name: '最先到期在前' }))
    await waitFor(() =>
      expect(platform.sent.findLast(({ query }) => query['totals'] === '1')?.query).toMatchObject({
        state: 'snoozed',
        sort: 'snoozed_until',
        order: 'asc',
      }),
    )
  })

  it('offers that sort order only in its own view and with the episode-groups extension', async () => {
    const inView = async (view: string) => {
      const page = await openPage(AlarmsRoom, `/?filter=${encodeURIComponent(JSON.stringify({ view }))}`)
      const menu = await arrange()
      expect(menu.getByRole('menuitem', { name: '最新在前' })).toBeTruthy()
      expect(menu.queryByRole('menuitem', { name: '最先到期在前' })).toBeNull()
      page.unmount()
    }
    await inView('snoozed')
    platform.extensions.push('episode-groups')
    forgetCapabilities()
    await inView('all')
  })
})

function onPhone(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('599.95'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

/** Swipes a row to the left and returns the choices behind it. */
async function swiped(id: number): Promise<HTMLElement[]> {
  const row = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-part=episodes] [data-id="${id}"]`)
    if (!found) throw new Error(`no row ${id}`)
    return found
  })
  const finger = { pointerType: 'touch', pointerId: 1, clientY: 50 }
  fireEvent.pointerDown(row, { ...finger, clientX: 300 })
  fireEvent.pointerMove(row, { ...finger, clientX: 100 })
  fireEvent.pointerUp(row, { ...finger, clientX: 100 })
  const whole = row.closest('li')
  if (!whole) throw new Error(`row ${id} stands in no list`)
  return within(whole)
    .getAllByRole('button')
    .filter((button) => !row.contains(button))
}
