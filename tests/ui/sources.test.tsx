// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { CoreAdminContext, usePermissions } from 'react-admin'
import { describe, expect, it, vi } from 'vitest'
import { toMe } from '../../authProvider/me.ts'
import { createSources } from '../../src/app/App.tsx'
import { atAddress } from './atAddress.tsx'

describe('createSources', () => {
  it('leaves out react-admin’s request for permissions, after which it would draw every page again', () => {
    const me = toMe({ id: 3, username: 'viewer', nickname: '查看员', super_id: 2, menu_control: '["3-3"]' })
    const getPermissions = vi.fn(() => Promise.resolve())
    const sources = createSources({ me, fresh: false })
    function Page() {
      usePermissions()
      return null
    }
    const authProvider = {
      login: () => Promise.resolve(),
      logout: () => Promise.resolve(),
      checkAuth: () => Promise.resolve(),
      checkError: () => Promise.resolve(),
      getPermissions,
    }
    render(
      atAddress(
        '/',
        <CoreAdminContext {...sources} authProvider={authProvider}>
          <Page />
        </CoreAdminContext>,
      ),
    )
    expect(sources.queryClient.isFetching()).toBe(0)
    expect(getPermissions).not.toHaveBeenCalled()
  })
})
