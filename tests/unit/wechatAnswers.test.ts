import { afterEach, expect, it, vi } from 'vitest'
import { silentLog } from '../../server/log.ts'
import type { Platform } from '../../server/platform.ts'
import { sendWechat } from '../../server/send/wechat.ts'

// Skips the pauses between two attempts.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => null }))

afterEach(() => {
  vi.unstubAllGlobals()
})

it('sendWechat makes three attempts and defers the message if a proxy responds in place of WeChat', async () => {
  const asked = vi.fn<(address: string) => Promise<Response>>(
    async (address) =>
      new Response(address.includes('stable_token') ? '{"access_token":"t","expires_in":7200}' : '<html></html>'),
  )
  vi.stubGlobal('fetch', asked)
  const platform = { settings: { wechat: { appId: 'a', secret: 's' } }, log: silentLog } as unknown as Platform
  const message = { openid: 'o', template: null, title: 'title', content: 'content', projectId: null }
  expect(await sendWechat(platform, message)).toMatchObject({ ok: false, later: true })
  expect(asked.mock.calls.filter(([address]) => address.includes('/template/send'))).toHaveLength(3)
})
