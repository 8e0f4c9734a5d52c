import { act, waitFor } from '@testing-library/react'

/** A socket that says what its test says. */
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

/** The last socket that named a device, once one has. */
export const feedOf = (sn: string): Promise<FakeSocket> =>
  waitFor(() => {
    const found = FakeSocket.open.findLast(({ sent }) => sent.includes(sn))
    if (!found) throw new Error('not subscribed')
    return found
  })
