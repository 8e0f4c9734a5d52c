// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCapabilities } from '../../authProvider/capabilities.ts'
import { toMe } from '../../authProvider/me.ts'
import { WaysOut } from '../../src/bigscreen/stage/WaysOut.tsx'
import { MeContext } from '../../src/kit/index.ts'
import { wrapperFor } from './monitorWorld.tsx'

const asked: string[] = []
let extensions: string[]
let refused: boolean
beforeEach(() => {
  asked.length = 0
  extensions = ['renew']
  refused = false
  forgetCapabilities()
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${url}`)
    if (url.endsWith('/renew') && refused)
      return new Response(JSON.stringify({ code: 503, msg: 'x', data: null }), { status: 503 })
    return new Response(
      JSON.stringify({ code: 0, msg: '', data: url.endsWith('/capabilities') ? { extensions } : { expires_at: 1 } }),
    )
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const open = async (wall: number) => {
  const Wrapper = await wrapperFor('/BigScreen')
  render(
    <MeContext.Provider value={toMe({ id: 1, username: 'u', super_id: 1, wall })}>
      <WaysOut />
    </MeContext.Provider>,
    { wrapper: Wrapper },
  )
}
const renewals = () => asked.filter((call) => call === 'POST /v1/renew')

describe('exit buttons of the big screen', () => {
  it('turn the session into a wall screen on the second click, and offer a retry after a failure', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    await open(0)
    screen.getByRole('link', { name: '控制台' })
    fireEvent.click(await screen.findByRole('button', { name: '留作大屏' }))
    const sure = screen.getByRole('button', { name: '再点一次：此浏览器只留作大屏' })
    expect(renewals()).toEqual([])
    fireEvent.blur(sure)
    fireEvent.click(screen.getByRole('button', { name: '留作大屏' }))
    refused = true
    fireEvent.click(screen.getByRole('button', { name: '再点一次：此浏览器只留作大屏' }))
    await screen.findByRole('button', { name: '未能保留，再试一次' })
    expect(reload).not.toHaveBeenCalled()
    refused = false
    fireEvent.click(screen.getByRole('button', { name: '未能保留，再试一次' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(renewals()).toHaveLength(2)
  })

  it('offer only to sign in again on a wall screen', async () => {
    await open(1)
    screen.getByRole('button', { name: '重新登录' })
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('button', { name: '留作大屏' })).toBeNull()
  })

  it('offer no wall screen without the renew extension', async () => {
    extensions = []
    await open(0)
    await waitFor(() => expect(asked).toContain('GET /v1/capabilities'))
    expect(screen.queryByRole('button', { name: '留作大屏' })).toBeNull()
  })
})
