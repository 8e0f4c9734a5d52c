// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Poller } from '../../src/live/poller.ts'
import { errorOf, isLoaded, usePoller, usePollState } from '../../src/live/usePoll.ts'

it('usePoller rerenders only components that read a changed part of the poll state', async () => {
  const outcomes = ['loaded', 'loaded', 'failed', 'failed', 'loaded']
  const drawn: string[] = []
  function Page() {
    drawn.push('page')
    const poll = usePoller(async () => {
      if (outcomes.shift() === 'failed') throw FAILURE
    })
    return (
      <>
        <Status poll={poll} />
        <List poll={poll} />
      </>
    )
  }
  function Status({ poll }: { poll: Poller }) {
    drawn.push('status')
    return <button onClick={() => void poll.refresh()}>{usePollState(poll).busy ? 'busy' : 'rests'}</button>
  }
  function List({ poll }: { poll: Poller }) {
    drawn.push('list')
    const loaded = usePollState(poll, isLoaded)
    return usePollState(poll, errorOf) === null ? <p>{loaded ? 'all' : 'none'}</p> : <p>old</p>
  }
  render(<Page />)
  expect(drawn.splice(0)).toEqual(['page', 'status', 'list', 'status'])
  const turn = () => act(async () => screen.getByRole('button').click())
  await turn()
  expect(screen.getByText('all')).toBeDefined()
  expect(drawn.splice(0)).toEqual(['status', 'status', 'list'])
  await turn()
  expect(drawn.splice(0)).toEqual(['status', 'status'])
  await turn()
  expect(screen.getByText('old')).toBeDefined()
  expect(drawn.splice(0)).toEqual(['status', 'status', 'list'])
  await turn()
  expect(drawn.splice(0)).toEqual(['status', 'status'])
  await turn()
  expect(drawn.splice(0)).toEqual(['status', 'status', 'list'])
})

const FAILURE = new Error('no answer')
