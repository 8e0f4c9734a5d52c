// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { storeOf } from '../../src/app/App.tsx'

afterEach(() => localStorage.clear())

const open = (user: number, fresh = true) => {
  const store = storeOf(user, fresh)
  store.setup()
  return store
}

describe('storeOf', () => {
  it('keeps a user’s values after sign-out and hides them from other users', () => {
    const store = open(7)
    store.setItem('gateways.views', ['mine'])
    // What react-admin does when a user signs out.
    store.reset()
    expect(open(71).getItem('gateways.views')).toBeUndefined()
    expect(open(7).getItem('gateways.views')).toEqual(['mine'])
  })

  it('migrates values of the former shared store for a user who is still signed in', () => {
    localStorage.setItem('RaStoreConsole.gateways.views', '["before"]')
    expect(open(7, false).getItem('gateways.views')).toEqual(['before'])
    expect(localStorage.getItem('RaStoreConsole.gateways.views')).toBeNull()
  })

  it('discards values of the former shared store for a newly signed-in user', () => {
    localStorage.setItem('RaStoreConsole.gateways.views', '["theirs"]')
    expect(open(8).getItem('gateways.views')).toBeUndefined()
    expect(localStorage.getItem('RaStoreConsole.gateways.views')).toBeNull()
  })
})
