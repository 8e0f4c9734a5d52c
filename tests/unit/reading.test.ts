import { describe, expect, it } from 'vitest'
import {
  isReadOnlySwitch,
  isSettable,
  isSwitch,
  isSwitchable,
  isWritable,
  scripted,
  shownNumber,
} from '../../resources/kit/reading.ts'

describe('a register type', () => {
  const typesThat = (is: (node: { registertype: number | null }) => boolean) =>
    [null, 1, 2, 3, 4, 17, 18, 19].filter((registertype) => is({ registertype }))

  it('says what is a switch, what can be switched, and what takes a number', () => {
    expect(typesThat(isSwitch)).toEqual([1, 2, 17, 18])
    expect(typesThat(isReadOnlySwitch)).toEqual([2])
    expect(typesThat(isSwitchable)).toEqual([1, 17, 18])
    expect(typesThat(isSettable)).toEqual([3])
    expect(typesThat(isWritable)).toEqual([1, 3, 17, 18])
  })
})

describe('a display script', () => {
  it('makes numbers, words and flags of a value, and none makes the value itself', () => {
    expect(scripted('value * 0.1', 119)).toBeCloseTo(11.9)
    expect(scripted("value > 0 ? 'on' : 'off'", 1)).toBe('on')
    expect(scripted('value > 0', 1)).toBe(true)
    expect([scripted(null, 3), scripted('  ', 3)]).toEqual([3, 3])
  })

  it('that cannot be read or makes no finite number shows nothing, never the stored value', () => {
    for (const script of ['(((', 'value / 0', 'nonsense(value)', 'null']) expect(scripted(script, 1), script).toBeNull()
    expect([shownNumber('(((', 1), shownNumber("'words'", 1), shownNumber('value + 1', 1)]).toEqual([null, null, 2])
  })
})
