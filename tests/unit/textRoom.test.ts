import { describe, expect, it } from 'vitest'
import { mayExceed } from '../../src/monitor/list/textRoom.ts'

describe('mayExceed (text width)', () => {
  it('returns false for text that surely fits', () => {
    expect(
      [
        ['PM2.5', 76],
        ['温度', 76],
        ['−23.4 ℃', 100],
        ['58.4 µg/m³', 112],
        ['', 0],
      ].map(([text, room]) => mayExceed(String(text), Number(room), 14)),
    ).toEqual([false, false, false, false, false])
  })

  it('returns true for long or wide text', () => {
    expect(
      [
        ['长安区东大街空气质量监测站', 160],
        ['WWWWWWWW', 100],
        ['a'.repeat(40), 300],
      ].map(([text, room]) => mayExceed(String(text), Number(room), 14)),
    ).toEqual([true, true, true])
  })

  it('returns true for characters without a known width', () => {
    expect(['﷽', '👨‍👩‍👧', 'Ж', 'ｶﾅ'].map((text) => mayExceed(text, 1000, 14))).toEqual([true, true, true, true])
  })
})
