// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { resourceOf } from '../../resources/index.ts'
import { openScreen, startPlatform, type FakePlatform } from './crudWorld.tsx'

const user = resourceOf('permissionCenter/user')
let platform: FakePlatform
beforeEach(() => {
  forgetCapabilities()
  platform = startPlatform()
  for (const api of ['godbProject', 'godbPermissiontype', 'godbDistrict', 'godbSystemuser']) platform.rows.set(api, [])
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const item = (name: RegExp) => screen.getByRole('treeitem', { name })
const arrow = (line: HTMLElement) => line.querySelector('[data-part=arrow]') as HTMLElement

async function openForm(url: string, keys: string[]) {
  await openScreen(user, `/${user.path}${url}`, { keys })
  await waitFor(() => expect(document.querySelector('[role=tree]')).not.toBeNull())
}

describe('control permission of a new user', () => {
  it('is granted only by its own line when the platform has the control extension', async () => {
    platform.refuse = ({ path }) =>
      path === 'capabilities' ? { status: 200, code: 0, msg: '', data: { extensions: ['control'] } } : null
    await openForm('/create', ['2-1-1', '7-1-2'])
    fireEvent.click(arrow(item(/^监测中心/)))
    const page = () => item(/^实时数据/)
    await waitFor(() => expect(page().getAttribute('aria-expanded')).toBe('false'))
    fireEvent.click(page())
    expect(page().getAttribute('aria-checked')).toBe('mixed')
    fireEvent.click(arrow(page()))
    expect(item(/^控制/).getAttribute('aria-checked')).toBe('false')
    fireEvent.click(item(/^控制/))
    expect(page().getAttribute('aria-checked')).toBe('true')
    fireEvent.click(page())
    expect([page(), item(/^控制/)].map((line) => line.getAttribute('aria-checked'))).toEqual(['false', 'false'])
  })

  it('is not offered when the platform lacks the control extension', async () => {
    await openForm('/create', ['2-1-1', '7-1-2'])
    fireEvent.click(arrow(item(/^监测中心/)))
    fireEvent.click(item(/^实时数据/))
    expect(item(/^实时数据/).getAttribute('aria-checked')).toBe('true')
    await waitFor(() => expect(platform.sent.some(({ path }) => path === 'capabilities')).toBe(true))
    expect(screen.queryByRole('treeitem', { name: /^控制/ })).toBeNull()
  })
})
