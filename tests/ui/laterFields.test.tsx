// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { allResources, resourceOf } from '../../resources/index.ts'
import type { Resource } from '../../resources/kit/define.ts'
import { toCreation } from '../../resources/kit/wire.ts'
import { extensions } from '../../resources/kit/extensions.ts'
import { importable } from '../../src/import/sheet/columns.ts'
import { startValues } from '../../src/admin/form/formValues.ts'
import { supportedResource } from '../../src/admin/supportedResource.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'
import { findRow } from './rows.ts'

// Fields that an extension of /v1 (`extension`) added to a definition, with platforms that announce the extension and
// with those that do not.
let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const ADMIN = { id: 5, super_id: 1, project_id: 1, keys: new Set<string>(), districts: [], types: [] }
const node = resourceOf('manage/node')
const later = (resource: Resource): string[] =>
  Object.entries(resource.fields).flatMap(([name, { extension }]) => (extension ? [name] : []))

async function openForm(resource: Resource, url: string): Promise<HTMLElement> {
  await openScreen(resource, url)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText(new RegExp(`^${resource.fields[resource.title]?.label[0]}`))
  return dialog
}
/** Waits until the platform's announcements are known. */
const wasAsked = () => waitFor(() => expect(platform.sent.some(({ path }) => path === 'capabilities')).toBe(true))
const drawnIn = (dialog: HTMLElement): (string | null)[] =>
  [...dialog.querySelectorAll('form [data-field]')].map((field) => field.getAttribute('data-field'))

describe('field added by an extension', () => {
  const inForm = allResources.filter(
    (resource) =>
      resource.screen && resource.form.some(({ fields }) => fields.some((name) => resource.fields[name]?.extension)),
  )

  it.each(inForm)('is missing from the form of $path when the extension is not announced', async (resource) => {
    platform.rows.set(resource.api, [sample(resource)])
    const dialog = await openForm(resource, `/${resource.path}/7`)
    await wasAsked()
    const drawn = drawnIn(dialog)
    expect(drawn).toContain(resource.title)
    expect(drawn.filter((name) => later(resource).includes(name ?? ''))).toEqual([])
  })

  it.each(inForm)('is in the form of $path when the extension is announced', async (resource) => {
    platform.announced = extensions
    platform.rows.set(resource.api, [sample(resource)])
    const dialog = await openForm(resource, `/${resource.path}/7`)
    await waitFor(() => expect(drawnIn(dialog).some((name) => later(resource).includes(name ?? ''))).toBe(true))
  })

  it.each([
    ['new', 'create', '新建节点'],
    ['stored', '7', '编辑节点 文本7'],
  ])('delays the form of a %s record opened by address until the capabilities are known', async (_which, at, name) => {
    platform.announced = extensions
    const plain = globalThis.fetch
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.includes('capabilities')) await answered
      return plain(url, init)
    })
    await openScreen(node, `/${node.path}/${at}`)
    const dialog = await screen.findByRole('dialog', { name })
    expect(within(dialog).getByRole('button', { name: '保存' }).getAttribute('aria-disabled')).toBe('true')
    expect(dialog.querySelector('form')).toBeNull()
    answer()
    await waitFor(() => expect(drawnIn(dialog)).toEqual(expect.arrayContaining(['dimensionless', 'unitname'])))
  })

  it('is left out without delay when the capabilities request fails', async () => {
    platform.refuse = ({ path }) => (path === 'capabilities' ? { status: 500, code: 500, msg: '' } : null)
    const dialog = await openForm(node, `/${node.path}/create`)
    expect(drawnIn(dialog)).toContain('unitname')
    expect(drawnIn(dialog).filter((name) => later(node).includes(name ?? ''))).toEqual([])
  })

  it('is not sent with a new record when the extension is not announced', () => {
    const user = resourceOf('permissionCenter/user')
    const sentFor = (resource: Resource) => toCreation(user, startValues(resource, ADMIN, null, {}))
    expect(sentFor(user)).toMatchObject({ disabled: 0 })
    expect(sentFor(supportedResource(user, new Set()))).not.toHaveProperty('disabled')
  })

  it('adds no column when the extension is not announced', async () => {
    const north = resourceOf('pushService/northinterface')
    await openScreen(north, `/${north.path}`)
    await findRow(/文本7/)
    await wasAsked()
    expect(screen.queryByRole('columnheader', { name: '上次结果' })).toBeNull()
  })

  it('adds a line to the details only when the extension is announced', async () => {
    const rule = resourceOf('alarmConfig/threshold')
    const open = () => openScreen(rule, `/${rule.path}/7/detail`)
    const line = { selector: 'dt' }
    const { unmount } = await open()
    await screen.findByText('阈值名称', line)
    await wasAsked()
    expect(screen.queryByText('通知渠道', line)).toBeNull()
    unmount()
    forgetCapabilities()
    platform.announced = ['alarm-channels']
    await open()
    await screen.findByText('通知渠道', line)
  })

  it.each(allResources.filter((resource) => later(resource).length > 0))(
    'is removed from list, file and form of $path when the extension is not announced',
    (resource) => {
      const { fields, list, form, csv = [] } = supportedResource(resource, new Set())
      const known = new Set([
        ...Object.keys(fields),
        ...list.flat(),
        ...form.flatMap((section) => section.fields),
        ...csv,
      ])
      expect(later(resource).filter((name) => known.has(name))).toEqual([])
    },
  )

  it('is not importable from a file when the extension is not announced', () => {
    expect(importable(node, ADMIN)).toContain('range_factor')
    expect(importable(supportedResource(node, new Set()), ADMIN)).not.toContain('range_factor')
  })
})
