// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useNotify } from 'react-admin'
import { lazy } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gateway } from '../../resources/gateway.ts'
import { superAccess } from '../../resources/kit/access.ts'
import { Guard, ListGuard } from '../../src/kit/guard/Guard.tsx'
import { endFrame, nav, openShell, startFrame } from './shellWorld.tsx'

beforeEach(startFrame)
afterEach(endFrame)

describe('page inside the frame', () => {
  it('is rendered with permission', async () => {
    await openShell(<Guard menuKey="3-4" Page={() => <p>rows</p>} />)
    expect(screen.getByText('rows')).toBeTruthy()
  })

  it('is refused without permission, and its code is not loaded', async () => {
    const load = vi.fn(() => Promise.resolve({ default: () => <p>rows</p> }))
    await openShell(<Guard menuKey="7-1" Page={lazy(load)} />)
    expect(screen.getByText('没有权限')).toBeTruthy()
    expect(load).not.toHaveBeenCalled()
  })

  it('is refused for a list whose definition does not grant listing', async () => {
    const Page = () => <p>rows</p>
    await openShell(
      <>
        <ListGuard resource={gateway} Page={Page} />
        <ListGuard resource={{ ...gateway, access: { ...gateway.access, list: superAccess } }} Page={Page} />
      </>,
    )
    expect(screen.getAllByText('rows')).toHaveLength(1)
    expect(screen.getByText('没有权限')).toBeTruthy()
  })

  it('shows an error and a retry inside the frame when rendering fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let broken = true
    const Page = () => {
      if (broken) throw new Error('boom')
      return <p>rows</p>
    }
    const user = await openShell(<Page />)
    expect(screen.getByText('页面出错了')).toBeTruthy()
    expect(nav()).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(screen.getByText('rows')).toBeTruthy()
  })

  it('reports an updated console when its code chunk no longer exists', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const Page = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')))
    await openShell(<Page />)
    expect(await screen.findByText('控制台已更新')).toBeTruthy()
  })
})

describe('notifications', () => {
  it('translate message keys and show sentences unchanged', async () => {
    const Page = () => {
      const notify = useNotify()
      return (
        <>
          <button type="button" onClick={() => notify('shell.welcome', { type: 'success' })}>
            key
          </button>
          <button type="button" onClick={() => notify('仍被使用，不能删除', { type: 'error' })}>
            sentence
          </button>
        </>
      )
    }
    const user = await openShell(<Page />)
    await user.click(screen.getByText('key'))
    expect(screen.getByRole('status').textContent).toBe('登录成功')
    await user.click(screen.getByText('sentence'))
    expect(screen.getByRole('status').textContent).toBe('仍被使用，不能删除')
    await user.click(screen.getByRole('button', { name: '关闭' }))
    expect(screen.getByRole('status').textContent).toBe('')
  })
})
