// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, sample, startPlatform, type FakePlatform } from './crudWorld.tsx'

const gateway = resourceOf('manage/gateway')
const area = resourceOf('manage/area')
const node = resourceOf('manage/node')
let platform: FakePlatform
beforeEach(() => {
  platform = startPlatform()
})
afterEach(() => {
  forgetCapabilities()
  vi.unstubAllGlobals()
})

const onPhone = () =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width: 599'),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
const asideOf = async (name: RegExp): Promise<string | undefined> =>
  (await screen.findAllByRole('button', { name }))[0]?.closest('li')?.querySelector('[data-part=card-aside]')
    ?.textContent

describe('card on a phone', () => {
  it('shows the state beside the name, not the parent', async () => {
    onPhone()
    platform.rows.set('godbDistrict', [
      { ...sample(area, 2), name: '城', superid: 1, build_state: 0 },
      { ...sample(area, 3), name: '东区', superid: 2, build_state: 1 },
    ])
    await openScreen(area, '/manage/area')
    expect(await asideOf(/^东区/)).toBe('建设中')
  })

  it('shows nothing beside the name if the value is empty', async () => {
    onPhone()
    platform.rows.set('godbNode', [
      { ...sample(node, 2), name: '水位', unitname: 'm' },
      { ...sample(node, 3), name: '计数', unitname: '' },
    ])
    await openScreen(node, '/manage/node')
    expect(await asideOf(/^水位/)).toBe('m')
    expect(await asideOf(/^计数/)).toBeUndefined()
  })
})

describe('list on a phone', () => {
  it('omits boolean values on cards, and gives the short create button a full accessible name', async () => {
    onPhone()
    const display = resourceOf('peizhiCenter/hmi')
    platform.rows.set('godbDatashow', [{ ...sample(display, 2), name: '值班大屏', istop: 1, resolution: '3840x2160' }])
    await openScreen(display, '/peizhiCenter/hmi')
    const card = (await screen.findAllByRole('button', { name: /^值班大屏/ }))[0]?.closest('li')
    expect(card?.querySelector('[data-part=second]')?.textContent).toBe('3840x2160')
    expect(screen.getByRole('button', { name: '新建大屏' }).textContent).toBe('新建')
  })
})

describe('list with one page', () => {
  it('has no page jump', async () => {
    await openScreen(gateway, '/manage/gateway')
    await screen.findByRole('navigation', { name: '分页' })
    expect(screen.queryByLabelText(/^跳至/)).toBeNull()
  })
})

describe('entity form', () => {
  it('shows the record’s name in its title', async () => {
    platform.rows.set('godbGateway', [{ ...sample(gateway, 7), name: '桥西网关' }])
    await openScreen(gateway, '/manage/gateway/7')
    await screen.findByRole('dialog', { name: '编辑网关 桥西网关' })
  })

  it('widens the field before a full-width field', async () => {
    await openScreen(resourceOf('manage/video'), '/manage/video/create')
    const field = (await screen.findByLabelText(/^所属区域/)).closest('[data-part=field]')
    expect(field?.hasAttribute('data-wide')).toBe(true)
  })

  it('shows a skeleton with the final layout while the record is loading', async () => {
    const plain = globalThis.fetch
    const held: { answer: () => void } = { answer: () => {} }
    const answered = new Promise<void>((resolve) => {
      held.answer = resolve
    })
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (/godbGateway\/7/.test(url)) await answered
      return plain(url, init)
    })
    await openScreen(gateway, '/manage/gateway/7')
    const dialog = await screen.findByRole('dialog')
    const shape = () =>
      [...dialog.querySelectorAll<HTMLElement>('[data-part=grid]')].map(({ dataset, children }) => [
        dataset['columns'],
        ...[...children].map(
          (field) =>
            `${field.querySelector('[data-part=field-head] > *')?.textContent}${field.hasAttribute('data-wide') ? ', wide' : ''}`,
        ),
      ])
    const waiting = shape()
    expect(within(dialog).getByRole('status', { name: '正在加载…' })).toBeTruthy()
    expect(within(dialog).queryByRole('textbox')).toBeNull()
    expect(within(dialog).getByRole('button', { name: '保存' }).getAttribute('aria-disabled')).toBe('true')
    held.answer()
    await within(dialog).findByRole('textbox', { name: /^网关名称/ })
    expect(waiting.flat()).toContain('备注, wide')
    expect(shape()).toEqual(waiting)
  })

  it('can be closed while the record is loading', async () => {
    const plain = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      /godbGateway\/7/.test(url) ? new Promise(() => {}) : plain(url, init),
    )
    const { location } = await openScreen(gateway, '/manage/gateway/7')
    fireEvent.click(await screen.findByRole('button', { name: '取消' }))
    await waitFor(() => expect(location.current).toBe('/manage/gateway'))
  })
})
