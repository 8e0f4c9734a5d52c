// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetClock, learnClock } from '../../dataProvider/clock.ts'
import { useClockNotice } from '../../src/app/shell/useClockNotice.ts'

const notify = vi.fn()
vi.mock('react-admin', () => ({ useNotify: () => notify, useTranslate: () => (key: string) => key }))

const Console = () => {
  useClockNotice()
  return null
}
/** An answer to a browser whose clock is `off` ms ahead. */
const answered = (off: number) =>
  act(async () =>
    learnClock(new Date(Math.floor(Date.now() / 1000) * 1000 - off).toUTCString(), Date.now(), Date.now()),
  )

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  cleanup()
  forgetClock()
  notify.mockReset()
})

describe('a clock that is wrong', () => {
  it('is told once in a tab, with how far it is off', async () => {
    render(<Console />)
    await answered(15 * 60_000)
    await answered(15 * 60_000)
    cleanup()
    render(<Console />)
    expect(notify).toHaveBeenCalledExactlyOnceWith(
      'shell.clock.notice',
      expect.objectContaining({ messageArgs: { by: 'shell.clock.minutes', way: 'shell.clock.ahead' } }),
    )
  })

  it('is told of a console that opens with it', async () => {
    await answered(-86_400_000)
    render(<Console />)
    expect(notify.mock.calls[0]?.[1]).toMatchObject({
      messageArgs: { by: 'shell.clock.hours', way: 'shell.clock.behind' },
    })
  })

  it('bothers nobody below two minutes', async () => {
    render(<Console />)
    await answered(110_000)
    expect(notify).not.toHaveBeenCalled()
  })
})
