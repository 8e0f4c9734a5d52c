// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetClock, learnClock } from '../../dataProvider/clock.ts'
import { ClockNotice } from '../../src/app/shell/ClockNotice.tsx'
import { waitFor } from '../support/waitFor.ts'

const notify = vi.fn()
vi.mock('react-admin', () => ({ useNotify: () => notify, useTranslate: () => (key: string) => key }))

/** Simulates an answer to a browser whose clock is `off` ms ahead. */
const answered = (off: number) =>
  act(async () =>
    learnClock(new Date(Math.floor(Date.now() / 1000) * 1000 - off).toUTCString(), Date.now(), Date.now()),
  )

beforeAll(() => import('../../src/app/shell/WrongClock.tsx'))
beforeEach(() => sessionStorage.clear())
afterEach(() => {
  cleanup()
  forgetClock()
  notify.mockReset()
})

describe('ClockNotice', () => {
  it('notifies once per tab of the clock’s offset and its direction', async () => {
    render(<ClockNotice />)
    await answered(15 * 60_000)
    await answered(15 * 60_000)
    cleanup()
    render(<ClockNotice />)
    await waitFor(() => expect(notify).toHaveBeenCalled())
    await vi.dynamicImportSettled()
    expect(notify).toHaveBeenCalledExactlyOnceWith(
      'shell.clock.notice',
      expect.objectContaining({ messageArgs: { by: 'shell.clock.minutes', way: 'shell.clock.ahead' } }),
    )
  })

  it('notifies of an offset that was known before it is mounted', async () => {
    await answered(-86_400_000)
    render(<ClockNotice />)
    await waitFor(() => expect(notify).toHaveBeenCalled())
    expect(notify.mock.calls[0]?.[1]).toMatchObject({
      messageArgs: { by: 'shell.clock.hours', way: 'shell.clock.behind' },
    })
  })

  it('does not notify of an offset below two minutes', async () => {
    render(<ClockNotice />)
    await answered(110_000)
    expect(notify).not.toHaveBeenCalled()
  })
})
