import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from '../support/browser.ts'
import { call, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { spawnServer, startServer } from '../support/instance.ts'
import { ListPage, Shell } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

const examples = fileURLToPath(new URL('../../examples', import.meta.url))

describe.skipIf(chromiumPath === null)('entities of files in the console', () => {
  const app = testConsole({ ENTITIES_DIR: examples })

  it('are created, edited and deleted like any other', async () => {
    const { page, problems } = await app.signedIn('/fieldwork/sparePart')
    const list = new ListPage(page, '/fieldwork/sparePart', '备件')
    await page.getByText('还没有备件').waitFor()
    await new Shell(page).menu.getByRole('link', { name: '巡检记录' }).waitFor()

    await list.page.getByRole('button', { name: '新建备件', exact: true }).first().click()
    await list.dialog.waitFor()
    await list.save.click()
    await list.dialog.getByText('必填').first().waitFor()
    await list.field('备件名称').fill('12V 蓄电池')
    await list.field('备件编号').fill('BAT12')
    await list.choose('类别', '电源与电池')
    await list.field('库存数量').fill('8')
    await list.dialog.getByRole('textbox', { name: '盘点日期' }).fill('2026-11-20')
    expect(await list.dialog.getByLabel('供应商电话').count()).toBe(0)
    await list.field('供应商').fill('裕泰电源')
    await list.field('供应商电话').fill('0311-88001234')
    await list.save.click()
    await list.dialog.waitFor({ state: 'hidden' })
    await list.row('12V 蓄电池').getByText('电源与电池').waitFor()
    await list.row('12V 蓄电池').getByText('2026-11-20').waitFor()

    await list.edit('12V 蓄电池')
    await list.field('库存数量').fill('0')
    await list.save.click()
    await list.dialog.waitFor({ state: 'hidden' })
    await list.row('12V 蓄电池').getByText('缺货').waitFor()

    await page.reload()
    await list.row('12V 蓄电池').waitFor()
    await list.remove('12V 蓄电池')
    await expect.poll(() => list.row('12V 蓄电池').count()).toBe(0)
    expect(problems).toEqual([])
  })
})

describe('entities of files', () => {
  it('are the platform’s own in front of one that has the call', async () => {
    const platform = await startServer({ DEMO: 'off' })
    const front = await startServer({
      PLATFORM_URL: platform.url,
      ENTITIES_DIR: examples,
      DEMO: undefined,
      CAPTCHA: undefined,
    })
    try {
      await platform.says(/First sign-in: admin \/ \S+/)
      const password = /First sign-in: admin \/ (\S+)/.exec(platform.output())?.[1] ?? ''
      const token = await tokenOf(front.url, 'admin', password)
      expect((await call(front.url, 'GET', 'resources?joined=1')).code).toBe(401)
      // This platform has the call: what it says counts.
      expect((await call(front.url, 'GET', 'resources?joined=1', { token })).data).toEqual([])
    } finally {
      await front.stop()
      await platform.stop()
    }
  })

  it('that are wrong are left out, and the start names file, place and remedy', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'console-entities-'))
    try {
      await cp(join(examples, 'spare-part.json'), join(folder, 'good.json'))
      await writeFile(join(folder, 'bad.json'), '{"path": "manage/bad"}')
      const wrong = await spawnServer({ ENTITIES_DIR: folder, DEMO: 'off' })
      await expect
        .poll(() => wrong.output(), { timeout: upTo(30_000) })
        .toMatch(
          /Entity files that cannot be used:\n\n {2}bad\.json \(left out\)\n {4}api: is missing\. Noun of its calls[^]*Console: http/,
        )
      expect(wrong.output()).not.toContain('good.json (')
      await wrong.stop()
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
