// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { lazy, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settled } from '../../src/kit/Settling.tsx'
import { followsStart, followStart } from '../../src/kit/startTrail.ts'
import { endFrame, frame, nav, openShell, startFrame } from './shellWorld.tsx'

beforeEach(startFrame)
afterEach(endFrame)

const group = (name: string) => within(nav()).getByRole('button', { name })

describe('link back to the setup steps', () => {
  it('is shown on every page during setup until it is closed', async () => {
    followStart(true)
    const user = await openShell(<p>page</p>)
    expect(screen.getByRole('link', { name: '返回“开始使用”' }).getAttribute('href')).toBe('/')
    await user.click(within(nav()).getByRole('link', { name: '设备管理' }))
    const back = screen.getByRole('link', { name: '返回“开始使用”' })
    const bar = back.parentElement
    if (bar) await user.click(within(bar).getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('link', { name: '返回“开始使用”' })).toBeNull()
    expect(followsStart()).toBe(false)
  })

  it('is not shown otherwise', async () => {
    await openShell(<p>page</p>)
    expect(screen.queryByRole('link', { name: '返回“开始使用”' })).toBeNull()
  })
})

describe('focus after navigation', () => {
  it('moves to the heading of the new page but is not set on the first page', async () => {
    const user = await openShell(<h1>page</h1>)
    expect(document.activeElement).toBe(document.body)
    await user.click(within(nav()).getByRole('link', { name: '设备管理' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'page' })))
  })

  it('stays on the page while it loads and leaves a field with autofocus focused', async () => {
    let draw: (page: { default: () => ReactNode }) => void = () => {}
    const Late = lazy(() => new Promise<{ default: () => ReactNode }>((resolve) => (draw = resolve)))
    const user = await openShell(<Late />)
    await user.click(within(nav()).getByRole('link', { name: '设备管理' }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
    draw({
      default: () => (
        <>
          <h1>late</h1>
          <input aria-label="field" autoFocus />
        </>
      ),
    })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('field')))
  })
})

describe('sidebar menu', () => {
  it('shows only permitted entries and expands the group of the current page', async () => {
    await openShell(null)
    expect(group('管理中心').getAttribute('aria-expanded')).toBe('true')
    expect(group('监测中心').getAttribute('aria-expanded')).toBe('false')
    expect(within(nav()).queryByRole('button', { name: '权限中心' })).toBeNull()
    const links = within(nav()).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['设备管理', null],
      ['网关管理', 'page'],
    ])
  })

  it('expands one group at a time', async () => {
    const user = await openShell(null)
    await user.click(group('监测中心'))
    expect(
      within(nav())
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['实时数据'])
    await user.click(group('监测中心'))
    expect(within(nav()).queryAllByRole('link')).toEqual([])
  })

  it('expands the group of a page opened by a link, regardless of manual changes', async () => {
    const user = await openShell(<Link to="/monitor/data">way</Link>)
    await user.click(group('监测中心'))
    await user.click(group('管理中心'))
    await user.click(screen.getByRole('link', { name: 'way' }))
    expect(group('监测中心').getAttribute('aria-expanded')).toBe('true')
    expect(within(nav()).getByRole('link', { name: '实时数据' }).getAttribute('aria-current')).toBe('page')
  })

  it('marks the entry while one of its dialogs is open', async () => {
    await openShell(null, { path: '/manage/gateway/7' })
    expect(within(nav()).getByRole('link', { name: '网关管理' }).getAttribute('aria-current')).toBe('page')
  })

  it('starts collapsed at 1366 px with its entries in a flyout and remembers being expanded', async () => {
    frame.width = 1366
    const user = await openShell(null)
    expect(screen.queryByText('管理中心')).toBeNull()
    await user.click(group('管理中心'))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['设备管理', '网关管理'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.click(screen.getByRole('button', { name: '展开菜单' }))
    expect(screen.getByText('管理中心')).toBeTruthy()
    expect(sessionStorage.getItem('menu-collapsed')).toBe('0')
  })

  it('is a drawer on a phone', async () => {
    frame.width = 390
    const user = await openShell(null)
    expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '打开菜单' }))
    expect(within(nav()).getByRole('link', { name: '设备管理' })).toBeTruthy()
    await user.click(within(nav()).getByRole('link', { name: '设备管理' }))
    await waitFor(() => expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull())
  })
})

describe('bottom navigation', () => {
  it('shows permitted tabs and the user’s actions in a sheet on a phone', async () => {
    frame.width = 390
    const user = await openShell(null, { keys: ['2-1', '2-3'], path: '/monitor/threoldManage' })
    const tabs = within(screen.getByRole('navigation', { name: '快捷导航' }))
    expect(
      tabs
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
    ).toEqual([
      ['监测', '/monitor/data', null],
      ['报警', '/monitor/threoldManage', 'page'],
    ])
    await user.click(tabs.getByRole('button', { name: '我的' }))
    await user.click(screen.getByRole('button', { name: '退出登录' }))
    expect(frame.logout).toHaveBeenCalledOnce()
  })

  it('is absent on a wide screen', async () => {
    await openShell(null)
    expect(screen.queryByRole('navigation', { name: '快捷导航' })).toBeNull()
  })
})

describe('top bar', () => {
  it('shows neither big screen link nor alarm bell without their permissions', async () => {
    await openShell(null, { keys: ['3-3'] })
    // The bell is loaded after the page.
    await settled
    await act(() => vi.dynamicImportSettled())
    expect(screen.queryByRole('link', { name: '数据大屏' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^报警：/ })).toBeNull()
  })

  it('shows the alarm bell on any page with permission for live data', async () => {
    await openShell(null, { keys: ['1'] })
    await screen.findByRole('button', { name: /^报警：/ })
  })

  it('links to the big screen with permission 8', async () => {
    await openShell(null, { keys: ['8'] })
    expect(screen.getByRole('link', { name: '数据大屏' }).getAttribute('href')).toBe('/BigScreen')
  })

  it('switches the language immediately and stores it', async () => {
    const user = await openShell(null)
    await user.click(screen.getByRole('button', { name: /^语言/ }))
    expect(document.activeElement).toBe(screen.getByRole('menuitemradio', { name: '简体中文' }))
    await user.keyboard('{ArrowUp}{Enter}')
    expect(await screen.findByRole('link', { name: 'Gateways' })).toBeTruthy()
    expect(localStorage.getItem('language')).toBe('zhEN')
    await user.click(screen.getByRole('button', { name: /^Language/ }))
    await user.click(screen.getByRole('menuitemradio', { name: '简体中文' }))
    expect(await screen.findByRole('link', { name: '网关管理' })).toBeTruthy()
  })

  it('closes a menu on Escape, on a click outside and on its own button', async () => {
    const user = await openShell(null)
    const button = screen.getByRole('button', { name: '主题' })
    for (const close of [
      () => user.keyboard('{Escape}'),
      () => user.click(document.querySelector('.MuiBackdrop-root') ?? document.body),
      () => user.click(button),
    ]) {
      await user.click(button)
      expect(screen.getByRole('menu', { name: '主题' })).toBeTruthy()
      await close()
      expect(screen.queryByRole('menu')).toBeNull()
    }
  })

  it('signs out from the user menu', async () => {
    const user = await openShell(null)
    await user.click(screen.getByRole('button', { name: /用户菜单/ }))
    expect(screen.getByText('viewer · 项目管理员')).toBeTruthy()
    await user.click(screen.getByRole('menuitem', { name: '退出登录' }))
    expect(frame.logout).toHaveBeenCalledOnce()
  })
})
