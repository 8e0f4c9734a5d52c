import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { allResources } from '../../resources/index.ts'
import { pathTo } from '../../src/admin/place.ts'
import { chromiumPath, settled, STILL, walkTo } from '../support/browser.ts'
import { testConsole } from '../support/console.ts'
import { ListPage, Shell } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

/** Whatever is created from its list. */
const made = allResources.filter(({ screen, access }) => screen && access.create !== undefined)

describe.skipIf(chromiumPath === null)('forms under a pointer', () => {
  const app = testConsole()

  /** A click as a hand makes it: where the thing stands now, with time between pressing and letting go. */
  const clickAsAHand = async (page: Page, target: Locator) => {
    await target.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    // What leaving the field before does is done, and drawn.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await page.mouse.up()
  }
  /** Where the fields of a form stand. */
  const placesIn = (dialog: Locator) =>
    dialog
      .locator('[data-field]')
      .evaluateAll((fields) =>
        fields.map((field) => [field.getAttribute('data-field'), Math.round(field.getBoundingClientRect().top)]),
      )

  it.each([
    { path: '/permissionCenter/user/create', label: /^上级用户/ },
    { path: '/manage/device/create', label: /^存储方式/ },
  ])('$path: the first click after the empty required field is heard', async ({ path, label }) => {
    const { page, problems } = await app.goOn(path)
    const dialog = page.getByRole('dialog')
    await dialog.locator(':is(input, textarea):focus').waitFor()
    await settled(page)
    await clickAsAHand(page, dialog.getByRole('combobox', { name: label }))
    await page.getByRole('option').first().waitFor()
    expect(await dialog.locator('[data-part=problem]').allInnerTexts()).toEqual([])
    expect(problems).toEqual([])
  })

  it('saving a row of a format marks all that it lacks, by the first press', async () => {
    const { page, problems } = await app.goOn('/pushService/protocolFormat')
    const list = new ListPage(page, '/pushService/protocolFormat', '协议格式')
    await list.more('城市平台标准格式', '格式行')
    await list.dialog.getByRole('button', { name: '新建格式行' }).click()
    const row = list.dialog.locator('form')
    await row.getByRole('combobox', { name: /^键类型/ }).focus()
    await page.keyboard.press('Tab')
    await clickAsAHand(page, row.getByRole('button', { name: '保存', exact: true }))
    await expect.poll(() => row.locator('[data-field]:has([data-part=problem])').count()).toBe(5)
    expect(problems).toEqual([])
  })

  it('nothing moves when a field is left, empty or wrong', { timeout: upTo(300_000) }, async () => {
    // A dialog of each list opens and closes. What moves has moved then when it is looked at.
    const { page, problems } = await app.signedIn('/monitor/operation', STILL)
    await new Shell(page).user.waitFor()
    const moved: unknown[] = []
    for (const resource of made) {
      await walkTo(page, pathTo(resource, { kind: 'create' }))
      const dialog = page.getByRole('dialog')
      const first = dialog.locator(':is(input, textarea):focus')
      await first.waitFor()
      // It has come to its place, and what it chooses from is there: it stands still.
      await page.waitForLoadState('networkidle')
      await settled(page)
      let before = await placesIn(dialog)
      await expect
        .poll(async () => {
          const last = String(before)
          before = await placesIn(dialog)
          return String(before) === last
        })
        .toBe(true)
      await page.keyboard.press('Tab')
      // What is wrong with a text by most rules, and too long besides.
      await dialog.locator('input[type=text], input:not([type])').first().fill('?'.repeat(300))
      await page.keyboard.press('Tab')
      await dialog.locator('[data-part=problem]').first().waitFor()
      const after = await placesIn(dialog)
      for (const [index, place] of before.entries())
        if (String(place) !== String(after[index])) moved.push([resource.path, place, after[index]])
      await dialog.getByRole('button', { name: '取消', exact: true }).click()
      await page.getByRole('button', { name: '放弃修改' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    expect(moved).toEqual([])
    expect(problems).toEqual([])
  })
})
