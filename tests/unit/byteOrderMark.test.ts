import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { withoutMark, withoutMarkBytes } from '../../resources/kit/mark.ts'
import { createFrameReader, frameOf } from '../../server/hj212/protocol/frame.ts'
import { itemsOf } from '../../server/telemetry/mqttIntake.ts'
import { signatureOf } from '../../server/telemetry/mqttSigned.ts'
import { parseCsv } from '../../src/import/parse.ts'

const MARK = '\uFEFF'

describe('byte order mark', () => {
  it('is removed once, at the start only', () => {
    expect([withoutMark(`${MARK}a${MARK}`), withoutMark('a'), withoutMark(`${MARK}${MARK}`)]).toEqual([
      `a${MARK}`,
      'a',
      MARK,
    ])
    for (const text of ['', 'a', `${MARK}`, `${MARK}a`])
      expect(withoutMarkBytes(Buffer.from(text)).toString()).toBe(withoutMark(text))
  })
  it('is ignored before an MQTT message, signed or not', () => {
    expect(itemsOf('7', `${MARK}{"values":{"1":62}}`)).toEqual([{ sn: '7', values: { 1: 62 } }])
    expect(itemsOf('7', Buffer.from(`${MARK}[{"values":{}}]`))).toEqual([{ sn: '7', values: {} }])
    const text = `{"t":1,"values":{"1":1},"mac":"${'0'.repeat(64)}"}`
    const signed = (given: string) => {
      const bytes = withoutMarkBytes(Buffer.from(given))
      return signatureOf('7', bytes, itemsOf('7', bytes) ?? [])
    }
    expect(signed(`${MARK}${text}`)).toEqual(signed(text))
  })
  it('is ignored before and between HJ 212 frames, also when they arrive in fragments', () => {
    const frame = frameOf('QN=1;CN=2011;CP=&&&&')
    const bytes = Buffer.concat([Buffer.from(MARK), frame, Buffer.from(`\r\n${MARK}`), frame])
    for (const size of [1, 2, bytes.length]) {
      const reader = createFrameReader()
      const found = []
      for (let at = 0; at < bytes.length; at += size) found.push(...reader.push(bytes.subarray(at, at + size)))
      expect(found.map(({ kind }) => kind)).toEqual(['frame', 'frame'])
    }
  })
  it('is not part of a CSV file’s first cell, whatever encoding is chosen', () => {
    const bytes = new Uint8Array(iconv.encode('name\r\nGate', 'utf8', { addBOM: true }))
    for (const chosen of [null, 'utf-8', 'gb18030', 'big5'] as const)
      expect(parseCsv(bytes, chosen).records).toEqual([['name'], ['Gate']])
  })
})
