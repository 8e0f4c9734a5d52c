import { vi } from 'vitest'
import type { FakePlatform, Sent } from './crudWorld.tsx'

/** Answers of calls that are not CRUD, by the first part of their path; a code below 0 stands for a network failure. */
export type NamedCalls = Record<string, (request: Sent) => { code: number; msg?: string; data: unknown }>

/** Puts the named calls in front of the platform behind `fetch`. */
export function answerNamed(platform: FakePlatform, named: () => NamedCalls): void {
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = new URL(url, 'http://platform').pathname.replace('/v1/', '')
    const answer = named()[path.split('/')[0] ?? '']
    if (!answer) return plain(url, init)
    const request: Sent = { method: init.method ?? 'GET', path, query: {}, body: {} }
    platform.sent.push(request)
    const { code, msg = '', data } = answer(request)
    if (code < 0) throw new TypeError('no network')
    return new Response(JSON.stringify({ code, msg, data }))
  })
}
