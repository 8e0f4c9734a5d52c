import { afterEach, expect, it, vi } from 'vitest'
import type { Episode } from '../../dataProvider/episodes/rows.ts'
import { nextQueued, refuse, type QueuedAct } from '../../src/alarms/inbox/acts/queue.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A storage without room for more than it holds. The stored names are its own keys, its methods are not. */
function fullStorage(held: Record<string, string>): Record<string, string> {
  const methods = {
    getItem: (name: string) => held[name] ?? null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: (name: string) => void Reflect.deleteProperty(held, name),
  }
  return new Proxy(held, { get: (_held, name): unknown => Reflect.get(methods, name) })
}

it('inbox queue drops a refused action even if the local storage is full', () => {
  const item: QueuedAct = { key: 'k', user: 7, ids: [1], act: 'acknowledge', sent: { version: 1 }, at: 1 }
  vi.stubGlobal('localStorage', fullStorage({ 'alarm-acts.k': JSON.stringify(item) }))
  expect(nextQueued(7)).toEqual(item)
  refuse(item, { reason: 'somebody was faster', episode: { id: 1 } as Episode })
  expect(nextQueued(7)).toBeUndefined()
})
