import { beforeAll, describe, expect, it } from 'vitest'
import { northinterface } from '../../resources/north.ts'
import { COMMANDS } from '../../resources/hj212.ts'
import type { Label } from '../../resources/kit/define.ts'
import { hj212 as zhCN } from '../../i18n/zhCN/hj212.ts'
import { hj212 as zhEN } from '../../i18n/zhEN/hj212.ts'
import { hj212 as zhTW } from '../../i18n/zhTW/hj212.ts'
import { station as stationCN } from '../../i18n/zhCN/station.ts'
import { knocks as knocksCN } from '../../i18n/zhCN/knocks.ts'
import { station as stationEN } from '../../i18n/zhEN/station.ts'
import { knocks as knocksEN } from '../../i18n/zhEN/knocks.ts'
import { station as stationTW } from '../../i18n/zhTW/station.ts'
import { knocks as knocksTW } from '../../i18n/zhTW/knocks.ts'
import { north as northCN } from '../../i18n/zhCN/north.ts'
import { north as northEN } from '../../i18n/zhEN/north.ts'
import { north as northTW } from '../../i18n/zhTW/north.ts'
import { createStation } from '../../server/hj212/simulator.ts'
import { airContent } from '../../server/hj212/cli.ts'
import { violations } from '../support/axe.ts'
import { chromiumPath, walkTo } from '../support/browser.ts'
import { call, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { ofTheDay } from '../support/full.ts'
import { upTo } from '../support/slowness.ts'
import { startStrictReceiver } from '../support/strictReceiver.ts'
import { controlOf } from '../support/fillForm.ts'

const SOON = { timeout: upTo(20_000) }
const PW = '123456'
const DIALOG = '[role=dialog]'
const languages = [
  { language: 'zhCN', place: 0, words: { ...zhCN, ...stationCN }, knocks: knocksCN, north: northCN, save: '保存' },
  { language: 'zhTW', place: 1, words: { ...zhTW, ...stationTW }, knocks: knocksTW, north: northTW, save: '儲存' },
  { language: 'zhEN', place: 2, words: { ...zhEN, ...stationEN }, knocks: knocksEN, north: northEN, save: 'Save' },
] as const

describe.skipIf(chromiumPath === null).each(ofTheDay(languages, 1))(
  'HJ 212 in $language',
  ({ language, place, words, knocks, north, save }) => {
    const app = testConsole({ HJ212_PORT: '0', HJ212_HOST: '127.0.0.1', NORTH_ALLOW_PRIVATE: 'on' })
    const mn = `KNOCKS000000000000000${place}`
    let port = 0
    let admin = ''
    beforeAll(async () => {
      await app.server.says(/Stations \(HJ 212\): [\d.]+:\d+/)
      port = Number(/Stations \(HJ 212\): [\d.]+:(\d+)/.exec(app.server.output())?.[1])
      admin = await tokenOf(app.server.url, 'admin', 'admin123')
    })
    const said = (label: Label): string => label[place] ?? ''
    const open = async (path: string) => {
      const watched = await app.goOn(path, { language })
      watched.context.setDefaultTimeout(upTo(20_000))
      return watched
    }
    const station = () => createStation({ host: '127.0.0.1', port, mn, pw: PW })

    it('makes a device of a station that knocks, and commands it from its page', async () => {
      const stranger = station()
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

      const known = station()
      await expect
        .poll(async () => {
          if (!known.connected()) await known.connect()
          return known.report('2011', airContent(Date.now(), 0), { timeout: 500 })
        }, SOON)
        .toBe(true)
      await page.goto(`/manage/device/${id}/detail#hj212`)
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

    it('reports upward by an interface that a form makes', async () => {
      const receiver = await startStrictReceiver({ mn: 'UPWARD000000000000000001', pw: PW })
      try {
        const { page, problems } = await open('/pushService/northinterface/create')
        const dialog = page.getByRole('dialog')
        const field = (name: keyof typeof northinterface.fields & string) => controlOf(dialog, northinterface, name)
        await field('name').fill('HJ 212 up')
        await field('project_id').click()
        await page.getByRole('listbox').getByRole('option').first().click()
        await field('protocol').click()
        await page.getByRole('option', { name: 'HJ 212', exact: true }).click()
        await field('url').fill(`tcp://127.0.0.1:${receiver.port}`)
        await field('mn').fill('UPWARD000000000000000001')
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
        const id = data.list.find(({ name }) => name === 'HJ 212 up')?.id
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
