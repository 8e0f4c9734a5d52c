import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** Time after which a feed that has not come back is given up, ms. */
export const GIVEN_UP = 60_000

export interface Feed {
  /**
   * Resolves with the moment (ms since the epoch) at which each watched device had sent a value measured from `moment`
   * on; null where one had not within a minute.
   */
  newerThan(moment: number): Promise<number | null>
  close(): void
}

/**
 * The live feed of some devices, as a page has it behind a proxy: one connection to a web process, and to the next
 * process when that one is gone.
 *
 * @param token token of a session
 */
export async function openFeed(urls: readonly string[], token: string, sns: readonly string[]): Promise<Feed> {
  const waiting = new Set<{ moment: number; missing: Set<string>; done: (at: number | null) => void }>()
  let socket: WebSocket | null = null
  let isClosed = false
  const heard = ({ sn, t }: { sn: string; t: number }): void => {
    for (const wait of waiting) {
      if (t < wait.moment) continue
      wait.missing.delete(sn)
      if (wait.missing.size > 0) continue
      waiting.delete(wait)
      wait.done(Date.now())
    }
  }
  const connect = (at: number): Promise<void> =>
    new Promise((opened) => {
      const mine = new WebSocket(`${(urls[at % urls.length] ?? '').replace('http', 'ws')}/v1/ws`, [
        'console.v1',
        `bearer.${token}`,
      ])
      socket = mine
      mine.on('error', () => {})
      mine.on('open', () => {
        for (const sn of sns) mine.send(sn)
        opened()
      })
      mine.on('message', (data) => heard(JSON.parse(String(data)) as { sn: string; t: number }))
      mine.on('close', () => {
        if (!isClosed) void pause(200).then(() => (isClosed ? undefined : connect(at + 1).then(opened)))
      })
    })
  await connect(0)
  return {
    newerThan: (moment) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(wait)
          resolve(null)
        }, GIVEN_UP)
        const done = (at: number | null): void => {
          clearTimeout(timer)
          resolve(at)
        }
        const wait = { moment, missing: new Set(sns), done }
        waiting.add(wait)
      }),
    close() {
      isClosed = true
      socket?.terminate()
    },
  }
}
