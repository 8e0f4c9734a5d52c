import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CoreAdminContext } from 'react-admin'
import type { ReactNode } from 'react'
import { atAddress } from './atAddress.tsx'
import { vi } from 'vitest'
import { toMe } from '../../authProvider/me.ts'
import { createI18nProvider } from '../../i18n/index.ts'
import { Shell } from '../../src/app/shell/Shell.tsx'
import { MeContext } from '../../src/kit/index.ts'

/** Width of the window, and the call that signs out. */
export const frame = { width: 1440, logout: vi.fn(() => Promise.resolve(false as const)) }

/** A platform that answers nothing, although the frame asks for names and alarms, and a window 1440 px wide. */
export function startFrame() {
  frame.width = 1440
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ code: 1, msg: '', data: null }))))
  vi.stubGlobal('matchMedia', (query: string) => {
    const limit = Number(/max-width: ([\d.]+)px/.exec(query)?.[1] ?? -1)
    return { matches: frame.width <= limit, addEventListener: () => {}, removeEventListener: () => {} }
  })
}

export function endFrame() {
  sessionStorage.clear()
  localStorage.clear()
  frame.logout.mockClear()
  vi.unstubAllGlobals()
}

const authProvider = {
  login: () => Promise.resolve(),
  logout: frame.logout,
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(),
}

/** The frame around a page, for a user with these keys. */
export async function openShell(children: ReactNode, { keys = ['2-1', '3-3', '3-4'], path = '/manage/gateway' } = {}) {
  const me = toMe({ id: 3, username: 'viewer', nickname: '查看员', super_id: 2, menu_control: JSON.stringify(keys) })
  const i18nProvider = await createI18nProvider()
  render(
    atAddress(
      path,
      <MeContext.Provider value={me}>
        <CoreAdminContext i18nProvider={i18nProvider} authProvider={authProvider}>
          <Shell>{children}</Shell>
        </CoreAdminContext>
      </MeContext.Provider>,
    ),
  )
  return userEvent.setup()
}

export const nav = () => screen.getByRole('navigation', { name: '主菜单' })
