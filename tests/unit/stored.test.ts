import { afterEach, describe, expect, it, vi } from 'vitest'
import { sharedValue } from '../../src/kit/hooks/sharedValue.ts'
import { readStored, writeStored } from '../../src/kit/stored.ts'

afterEach(() => vi.unstubAllGlobals())

describe('stored setting', () => {
  it('is stored per browser or per tab', () => {
    vi.stubGlobal('localStorage', storageOf(new Map()))
    vi.stubGlobal('sessionStorage', storageOf(new Map()))
    writeStored('menu', '1', 'tab')
    expect([readStored('menu'), readStored('menu', 'tab')]).toEqual([null, '1'])
    writeStored('menu', '0')
    expect([readStored('menu'), readStored('menu', 'tab')]).toEqual(['0', '1'])
  })

  it('lasts as long as the page if the browser denies storage', () => {
    const refuse = () => {
      throw new Error('refused')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
    expect(readStored('sound')).toBeNull()
    writeStored('sound', '1')
    expect([readStored('sound'), readStored('sound', 'tab')]).toEqual(['1', null])
  })

  it('keeps the last value while the storage is full, and is stored again when there is room', () => {
    const items = new Map([['layout', 'rows']])
    const storage = storageOf(items)
    const full = () => {
      throw new Error('QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { ...storage, setItem: full })
    vi.stubGlobal('sessionStorage', storageOf(new Map([['layout', 'map']])))
    writeStored('layout', 'cards')
    expect([readStored('layout'), readStored('layout', 'tab')]).toEqual(['cards', 'map'])
    vi.stubGlobal('localStorage', storage)
    writeStored('layout', 'rows')
    items.set('layout', 'of another tab')
    expect(readStored('layout')).toBe('of another tab')
  })

  it('takes the value stored by another tab after a write to full storage', () => {
    const items = new Map([['mode', 'light']])
    const full = () => {
      throw new Error('QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { ...storageOf(items), setItem: full })
    writeStored('mode', 'dark')
    expect(readStored('mode')).toBe('dark')
    items.set('mode', 'system')
    expect(readStored('mode')).toBe('system')
    items.set('mode', 'light')
    expect(readStored('mode')).toBe('light')
  })
})

describe('sharedValue', () => {
  it('notifies listeners of changes only, until they unsubscribe', () => {
    const value = sharedValue(0)
    const told = vi.fn<() => void>()
    const leave = value.subscribe(told)
    value.set(0)
    expect(told).not.toHaveBeenCalled()
    value.set(1)
    expect(told).toHaveBeenCalledTimes(1)
    leave()
    value.set(2)
    expect(told).toHaveBeenCalledTimes(1)
    expect(value.get()).toBe(2)
  })
})

const storageOf = (items: Map<string, string>) => ({
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
})
