// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { storeOf } from '../../src/app/App.tsx'

afterEach(() => localStorage.clear())

const open = (user: number, fresh = true) => {
  const store = storeOf(user, fresh)
  store.setup()
  return store
}

describe('what belongs to a user on a browser', () => {
  it('is there again after signing out, and shown to nobody else', () => {
    const store = open(7)
    store.setItem('gateways.views', ['mine'])
    // What react-admin does when a user signs out.
    store.reset()
    expect(open(71).getItem('gateways.views')).toBeUndefined()
    expect(open(7).getItem('gateways.views')).toEqual(['mine'])
  })

  it('is taken over from the store of before by whoever is still signed in', () => {
    localStorage.setItem('RaStoreConsole.gateways.views', '["before"]')
    expect(open(7, false).getItem('gateways.views')).toEqual(['before'])
    expect(localStorage.getItem('RaStoreConsole.gateways.views')).toBeNull()
  })

  it('is not what another user may have left in the store of before', () => {
    localStorage.setItem('RaStoreConsole.gateways.views', '["theirs"]')
    expect(open(8).getItem('gateways.views')).toBeUndefined()
    expect(localStorage.getItem('RaStoreConsole.gateways.views')).toBeNull()
  })
})
