import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { toMe } from '../../authProvider/me.ts'
import { allResources } from '../../resources/index.ts'
import { mayUse, type Caller } from '../../resources/kit/access.ts'
import type { Offer, Resource } from '../../resources/kit/define.ts'
import { childrenOf, pathTo, type Place } from '../../src/admin/place.ts'
import { chromiumPath, STILL, walkTo } from '../support/browser.ts'
import { call, tokenOf } from '../support/call.ts'
import { testConsole } from '../support/console.ts'
import { changeable, controlOf, fillForm, markedName } from '../support/fillForm.ts'
import { FULL, SEED } from '../support/full.ts'
import { ListPage, Shell } from '../support/pages.ts'
import { upTo } from '../support/slowness.ts'

/** Every entity that has a screen. A new entity is included automatically. */
const screens = allResources.filter(({ screen }) => screen)

/** Entities inside another entity's screen, which are tested elsewhere because their forms differ. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'manage/device/virtual': 'has no name to be typed, and is drawn as a curve: devices.test.ts',
  'pushService/protocolFormat/rows': 'is edited in its row: alarmConfig.test.ts',
}

const ROLES = [
  { who: 'a user with all permissions in a project', user: 'manager', sees: undefined },
  { who: 'a user with access to other pages only', user: 'viewer', sees: undefined },
  { who: 'a user who may only open the lists', user: 'viewer', sees: screens.map(({ menuKey }) => menuKey) },
]

/**
 * Whether a role looks at a list in this run. With FULL all roles look at all lists; otherwise one role looks at each,
 * so that three days in a row cover all roles.
 */
const isTurnOf = (role: (typeof ROLES)[number], at: number): boolean =>
  FULL || ROLES[(at + SEED) % ROLES.length] === role

describe.skipIf(chromiumPath === null)('list and form of every entity', () => {
  const app = testConsole()

  it('create, search, change and delete a record and its child records as super administrator', {
    timeout: upTo(300_000),
  }, async () => {
    const { page, problems } = await app.signedIn('/monitor/operation', STILL)
    await new Shell(page).user.waitFor()
    const failures: string[] = []
    for (const resource of screens.filter(({ access }) => access.create !== undefined)) {
      // One after the other, so that a failure is reported with the entity's name.
      const failed = await throughItsLife(page, resource, (place) => pathTo(resource, place)).then(() => [], inShort)
      failures.push(...[...failed, ...problems.splice(0)].map((line) => `${resource.path} ${line}`))
    }
    expect(failures).toEqual([])
  })

  it.each(ROLES)(`offer $who exactly the granted actions (seed ${SEED})`, { timeout: upTo(300_000) }, async (role) => {
    const { user, sees } = role
    if (sees) await grant(app.server.url, user, sees)
    const caller = await callerOf(app.server.url, user)
    const { page, problems } = await app.signedIn('/monitor/operation', { user, ...STILL })
    await new Shell(page).user.waitFor()
    const failures: string[] = []
    for (const resource of screens.filter((_, at) => isTurnOf(role, at))) {
      const failed = await compare(page, resource, caller).then(() => [], inShort)
      failures.push(...[...failed, ...problems.splice(0)].map((line) => `${resource.path} ${line}`))
    }
    expect(failures).toEqual([])
  })
})

/** Takes a record from its empty form to its deletion. `at` gives the address of a place in the entity's list. */
async function throughItsLife(page: Page, resource: Resource, at: (place: Place) => string): Promise<void> {
  const [noun] = resource.noun
  const [mark, other] = [`试填${noun}`, `试填${noun}改`]
  const name = markedName(resource, mark)
  const list = new ListPage(page, at({ kind: 'list' }), noun)
  await walkTo(page, at({ kind: 'create' }))
  const fresh = page.getByRole('dialog', { name: `新建${noun}` })
  await fillForm(fresh, resource, mark)
  await save(list, `新建${noun}`)
  if (!resource.within) {
    await page.getByRole('search').getByRole('searchbox').fill(name)
    await page.waitForURL(/[?&]filter=/)
  }
  await list.row(name).waitFor()
  const id = Number(await list.row(name).getAttribute('data-id'))
  const searched = `?filter=${encodeURIComponent(JSON.stringify({ q: name }))}`

  const change = changeable(resource, mark, other)
  await walkTo(page, at({ kind: 'edit', id }) + searched)
  await controlOf(page.getByRole('dialog', { name: `编辑${noun}` }), resource, change.name).fill(change.text)
  await save(list, `编辑${noun}`)
  await list.row(change.text).waitFor()

  const children = childrenOf(resource).filter(({ path }) => ELSEWHERE[path] === undefined)
  for (const child of children)
    await throughItsLife(page, child, (inner) => pathTo(resource, { kind: 'within', id, child, inner }))
  if (children.length > 0) await walkTo(page, at({ kind: 'list' }) + searched)

  await list.remove(change.name === resource.title ? change.text : name)
  await list.row(change.text).waitFor({ state: 'detached' })
}

/** Saves the dialog of that name, and closes what is shown only once. */
async function save({ page, question }: ListPage, name: string): Promise<void> {
  const form = page.getByRole('dialog', { name })
  await form.getByRole('button', { name: '保存', exact: true }).click()
  // The dialog also counts as hidden while a question covers it.
  await form.waitFor({ state: 'hidden' }).catch(async (failure: unknown) => {
    throw new Error(
      `${name}: ${(await form.locator('[data-part=problem]').allInnerTexts()).join(', ')} ${String(failure)}`,
    )
  })
  const read = question.getByRole('button', { name: '我已保存', exact: true })
  if ((await read.count()) === 0) return
  await read.click()
  await question.waitFor({ state: 'hidden' })
  await form.waitFor({ state: 'hidden' })
}

/** What the page of an unknown address says. */
const NOT_FOUND = '页面不存在'

/** Compares what a list offers a role with what the definition grants. */
async function compare(page: Page, resource: Resource, caller: Caller): Promise<void> {
  // The list before may be refused or empty as well, and is there until this one is drawn.
  await walkTo(page, '/nowhere')
  await page.getByText(NOT_FOUND).waitFor()
  await walkTo(page, pathTo(resource, { kind: 'list' }))
  const { denied } = new Shell(page)
  const table = page.getByRole('table', { name: resource.label[0], exact: true })
  const empty = page.getByRole('main').locator('[data-part=empty]').filter({ hasNotText: NOT_FOUND })
  await denied.or(table).or(empty).first().waitFor()
  expect({ denied: await denied.isVisible() }).toEqual({ denied: !mayUse(caller, resource, 'list') })
  if (!mayUse(caller, resource, 'list')) return
  // Where the demo has no records, there are no rows with actions.
  await table.getByRole('row').nth(1).or(empty).first().waitFor()
  if (await empty.isVisible()) {
    const { create } = await offeredBy(page, resource)
    expect({ create }).toEqual({ create: grantedTo(caller, resource).create })
    return
  }
  expect(await offeredBy(page, resource)).toEqual(grantedTo(caller, resource))
}

/** Controls that a list offers. All rows offer the same, so only the first is read. */
interface Offered {
  create: boolean
  import: boolean
  column: boolean
  edit: boolean
  menu: readonly string[]
}

async function offeredBy(page: Page, resource: Resource): Promise<Offered> {
  const has = async (name: string | RegExp) =>
    (await page.getByRole('main').getByRole('button', { name, exact: true }).count()) > 0
  const row = page.getByRole('row').nth(1)
  const more = row.getByRole('button', { name: /的更多操作$/ })
  const offered = {
    create: await has(`新建${resource.noun[0]}`),
    import: await has('导入'),
    column: (await page.getByRole('columnheader', { name: '操作', exact: true }).count()) > 0,
    edit: (await row.getByRole('button', { name: /^编辑 / }).count()) > 0,
  }
  if ((await more.count()) === 0) return { ...offered, menu: [] }
  await more.click()
  await page.getByRole('menuitem').first().waitFor()
  const entries = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  // The name of a custom command does not come from the definition.
  const commands = resource.commands?.filter(({ button }) => !button).length ?? 0
  const at = entries.findIndex((entry) => entry === `删除${resource.noun[0]}`)
  const end = at === -1 ? entries.length : at
  return { ...offered, menu: entries.toSpliced(end - commands, commands) }
}

function grantedTo(caller: Caller, resource: Resource): Offered {
  const may = (offer: Offer) => !offer.superOnly && (offer.needs === undefined || mayUse(caller, resource, offer.needs))
  const managed = (child: Resource) =>
    (['create', 'edit', 'delete'] as const).some((action) => mayUse(caller, child, action))
  const edit = mayUse(caller, resource, 'edit')
  const children = childrenOf(resource).filter(managed)
  // The child list that the row's pencil opens.
  const main = children.find(({ within }) => within?.opens)
  const commands = (resource.commands ?? []).filter(may)
  const buttons = commands.some(({ button }) => button)
  const menu = [
    ...(resource.dialogs ?? []).filter(may).map(({ label }) => label[0]),
    ...(edit && buttons ? [`编辑${resource.noun[0]}`] : []),
    ...children.filter((child) => child !== main).map(({ label }) => label[0]),
    ...(main && edit ? [`编辑${resource.noun[0]}`] : []),
    ...(mayUse(caller, resource, 'clone') ? [`克隆${resource.noun[0]}`] : []),
    ...(mayUse(caller, resource, 'delete') ? [`删除${resource.noun[0]}`] : []),
  ]
  return {
    create: mayUse(caller, resource, 'create'),
    import: mayUse(caller, resource, 'import'),
    column: edit || menu.length > 0 || commands.length > 0,
    edit: (edit && !buttons) || main !== undefined,
    menu,
  }
}

/** The caller as the server returns it for a user who signs in. */
async function callerOf(url: string, user: string): Promise<Caller> {
  const token = await tokenOf(url, user, `${user}123`)
  return toMe((await call<Parameters<typeof toMe>[0]>(url, 'GET', 'godbMyInfo', { token })).data).caller
}

/** Gives a user the keys of pages, without the keys of actions there. */
async function grant(url: string, user: string, keys: readonly string[]): Promise<void> {
  const token = await tokenOf(url, 'admin', 'admin123')
  const { list } = (
    await call<{ list: { id: number; username: string }[] }>(url, 'GET', 'godbSystemuser?page_size=100&current=1', {
      token,
    })
  ).data
  const row = list.find(({ username }) => username === user)
  const { code, msg } = await call(url, 'PUT', `godbSystemuser/${row?.id ?? 0}`, {
    token,
    body: { ...row, menu_control: JSON.stringify(keys) },
  })
  if (code !== 0) throw new Error(`${user} was given nothing: ${msg}`)
}

const inShort = (failure: unknown): string[] => [String(failure).split('\n').slice(0, 20).join(' ')]
