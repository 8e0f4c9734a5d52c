import { act, waitFor } from '@testing-library/react'

/** A socket whose messages the test decides. */
export class FakeSocket extends EventTarget {
  static readonly open: FakeSocket[] = []
  sent: string[] = []
  constructor() {
    super()
    FakeSocket.open.push(this)
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1000 }))
  }
  say(frame: unknown): void {
    act(
      () =>
        void this.dispatchEvent(
          new MessageEvent('message', { data: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
        ),
    )
  }
  end(code: number): void {
    act(() => void this.dispatchEvent(Object.assign(new Event('close'), { code })))
  }
}

/** Resolves with the last socket that subscribed to a device. */
export const feedOf = (sn: string): Promise<FakeSocket> =>
  waitFor(() => {
    const found = FakeSocket.open.findLast(({ sent }) => sent.includes(sn))
    if (!found) throw new Error('not subscribed')
    return found
  })

/**
 * Resolves with the last two sockets that subscribed to a device: the page's and that of the dialog over it. Both send
 * and end the same.
 */
export const feedsOf = (sn: string, count = 2): Promise<Pick<FakeSocket, 'say' | 'end' | 'dispatchEvent'>> =>
  waitFor(() => {
    const found = FakeSocket.open.filter(({ sent }) => sent.includes(sn))
    if (found.length < count) throw new Error('not subscribed')
    const both = found.slice(-2)
    return {
      say: (frame) => both.forEach((socket) => socket.say(frame)),
      end: (code) => both.forEach((socket) => socket.end(code)),
      dispatchEvent: (event) =>
        both.every((socket) => socket.dispatchEvent(new MessageEvent(event.type, { data: '{}' }))),
    }
  })
