import { describe, expect, it } from 'vitest'
import { crc16, crcText } from '../../server/hj212/protocol/crc.ts'
import { createFrameReader, frameOf, type Fault, type Frame } from '../../server/hj212/protocol/frame.ts'
import { readingsOf } from '../../server/hj212/protocol/readings.ts'
import {
  flagOf,
  parseSegment,
  readSegment,
  segmentFrame,
  segmentText,
  splitSegment,
  versionOf,
  wantsAnswer,
  type Segment,
} from '../../server/hj212/protocol/segment.ts'
import { sm4, sm4Key } from '../../server/hj212/protocol/sm4.ts'
import { clockOf } from '../../server/hj212/protocol/time.ts'

const PUBLIC = 'QN=20160801085857223;ST=32;CN=1062;PW=100000;MN=010000A8900016F000169DC0;Flag=5;CP=&&RtdInterval=30&&'

/** Repeatable pseudo-random numbers. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const frames = (found: readonly (Frame | Fault)[]): Frame[] => found.filter((one) => one.kind === 'frame')
const only = (bytes: Buffer): Frame => {
  const found = createFrameReader().push(bytes)
  expect(found).toHaveLength(1)
  return found[0] as Frame
}
const read = (bytes: Buffer, key: string | null = null): Segment => {
  const got = readSegment(only(bytes), () => key)
  if (typeof got === 'string') throw new Error(got)
  return got.segment
}

describe('HJ 212 checksum', () => {
  it('matches published frames of 2005, 2017 and 2025', () => {
    expect(crcText(crc16(Buffer.from(PUBLIC)))).toBe('1C80')
    expect(PUBLIC).toHaveLength(101)
    expect(frameOf(PUBLIC).toString()).toBe(`##0101${PUBLIC}1C80\r\n`)
    const frame = only(
      Buffer.from('##0075QN=20260706103512345;ST=91;CN=9014;PW=123456;MN=A110000_0001;Flag=8;CP=&&&&0140\r\n'),
    )
    expect([crc16(frame.data), slowCrc(frame.data)]).toEqual([frame.crc, frame.crc])
    const old = Buffer.from('ST=91;CN=9013;PW=123456;MN=ABCDEFG1234567;Flag=0;CP=&&QN=20170516010101001&&')
    expect([crc16(old), slowCrc(old)]).toEqual([0x0880, 0x0880])
  })
  it('does not match a MODBUS checksum, which some programs send', () => {
    const frame = only(
      Buffer.from('##0076ST=91;CN=9013;PW=123456;MN=ABCDEFG1234567;Flag=0;CP=&&QN=20170516010101001&&1CBA\r\n'),
    )
    expect(readSegment(frame)).toBe('crc')
  })
})

describe('HJ 212 Flag', () => {
  it('holds the version, the split bit and the response bit', () => {
    expect([0, 1, 3, 4, 5, 8, 9].map((flag) => [versionOf(flag), wantsAnswer(flag)])).toEqual([
      [2005, false],
      [2005, true],
      [2005, true],
      [2017, false],
      [2017, true],
      [2025, false],
      [2025, true],
    ])
    expect([flagOf(2017), flagOf(2017, { answer: true }), flagOf(2025, { answer: true, split: true })]).toEqual([
      4, 5, 11,
    ])
  })
})

/** The checksum as the standard describes it, bit by bit. */
function slowCrc(bytes: Buffer): number {
  let register = 0xffff
  for (const byte of bytes) {
    register = (register >> 8) ^ byte
    for (let bit = 0; bit < 8; bit++) {
      const low = register & 1
      register >>= 1
      if (low === 1) register ^= 0xa001
    }
  }
  return register
}

const base: Segment = {
  qn: '20260801085857223',
  st: '22',
  cn: '2011',
  pw: '123456',
  mn: '010000A8900016F000169DC0',
  flag: 5,
  pnum: null,
  pno: null,
  cp: [
    [['DataTime', '20260801085800']],
    [
      ['a34004-Rtd', '35'],
      ['a34004-Flag', 'N'],
    ],
  ],
}

describe('HJ 212 frame length', () => {
  const chinese: Segment = { ...base, cp: [[['i21001-Info', '上海市空气站']]] }
  it.each([
    [0, 'gbk', 'characters'],
    [4, 'gbk', 'characters'],
    [4, 'utf-8', 'characters'],
    [8, 'utf-8', 'bytes'],
  ] as const)('for Flag %i and text in %s counts %s', (flag, encoding, counted) => {
    const bytes = segmentFrame({ ...chinese, flag }, { encoding })
    const frame = only(bytes)
    expect(frame.counted).toBe(counted)
    const text = segmentText({ ...chinese, flag })
    expect(Number(bytes.toString('latin1', 2, 6))).toBe(
      counted === 'characters' ? text.length : Buffer.byteLength(text),
    )
    expect(read(bytes).cp).toEqual(chinese.cp)
  })
  it('is accepted in bytes from older stations too', () => {
    const bytes = frameOf(segmentText({ ...chinese, flag: 4 }), { counted: 'bytes', encoding: 'gbk' })
    expect(read(bytes).cp).toEqual(chinese.cp)
  })
})

describe('HJ 212 encryption with SM4', () => {
  const key = '0123456789abcdeffedcba9876543210'
  it('matches the test vector of GB/T 32907', () => {
    const block = Buffer.from(key, 'hex')
    expect(sm4(block, block, 'encrypt').toString('hex')).toBe('681edf34d206965e86b3e94f536e4246')
    expect(
      sm4(Buffer.concat([block, Buffer.from('rest')]), block, 'encrypt')
        .subarray(16)
        .toString(),
    ).toBe('rest')
    expect(sm4Key('0123456789abcdef')?.toString()).toBe('0123456789abcdef')
    expect(sm4Key('short')).toBeNull()
  })
  it('encrypts version 2025, with a checksum over the plain text', () => {
    const sent = segmentFrame({ ...base, flag: 9 }, { key })
    expect(sent.includes('a34004')).toBe(false)
    expect(sent.length).toBe(segmentFrame({ ...base, flag: 9 }).length)
    expect(only(sent).crc).toBe(crc16(Buffer.from(segmentText({ ...base, flag: 9 }))))
    expect(read(sent, key).cp).toEqual(base.cp)
    expect(readSegment(only(sent), () => null)).toBe('key')
    expect(readSegment(only(sent), () => '00000000000000000000000000000000')).toBe('key')
  })
  it('accepts plain text and a checksum over ciphertext, and leaves other messages unencrypted', () => {
    const plain = segmentFrame({ ...base, flag: 9 })
    expect(read(plain, key).cp).toEqual(base.cp)
    const over = frameOf(only(segmentFrame({ ...base, flag: 9 }, { key })).data)
    expect(read(over, key).cp).toEqual(base.cp)
    expect(segmentFrame({ ...base, flag: 5 }, { key }).includes('a34004')).toBe(true)
    expect(segmentFrame({ ...base, cn: '1062', flag: 9 }, { key }).includes('a34004')).toBe(true)
  })
})

describe('HJ 212 segment', () => {
  it('is parsed and written back unchanged, and null if malformed', () => {
    expect(parseSegment(PUBLIC)).toEqual({
      qn: '20160801085857223',
      st: '32',
      cn: '1062',
      pw: '100000',
      mn: '010000A8900016F000169DC0',
      flag: 5,
      pnum: null,
      pno: null,
      cp: [[['RtdInterval', '30']]],
    })
    expect(segmentText(parseSegment(PUBLIC) as Segment)).toBe(PUBLIC)
    expect(parseSegment('ST=91;CN=9014;CP=&&QN=20040516010101001;CN=2051&&')).toMatchObject({
      qn: '20040516010101001',
      cn: '9014',
      pw: '',
      flag: 0,
    })
    for (const bad of [
      '',
      'CP=&&&',
      'CN=2011;CP=&&',
      'CN=20111;CP=&&&&',
      'ST=22;CP=&&&&',
      'CN=2011;CP=&&a=1&',
      'hello',
    ])
      expect(parseSegment(bad), bad).toBeNull()
  })
  it('has each factor once, with numbers, texts and flags', () => {
    const cp = (
      parseSegment(
        'CN=2061;Flag=4;CP=&&DataTime=20260801080000;w01018-Min=1.5,w01018-Avg=2,w01018-Max=3e1,w01018-Flag=N;w01018-Cou=4;LA-Rtd=50.1;Leq=48;sb1-RS=1;a34004-Rtd=--,a34004-Flag=d;__proto__-Rtd=1;i11001-Info=V1.2&&',
      ) as Segment
    ).cp
    const readings = readingsOf(cp)
    expect(readings.map(({ factor, flag }) => [factor, flag])).toEqual([
      ['w01018', 'N'],
      ['LA', null],
      ['Leq', null],
      ['sb1', null],
      ['a34004', 'D'],
      ['__proto__', null],
      ['i11001', null],
    ])
    expect({ ...readings[0]?.values }).toEqual({ Min: 1.5, Avg: 2, Max: 30, Cou: 4 })
    expect({ ...readings[2]?.values }).toEqual({ Rtd: 48 })
    expect([{ ...readings[4]?.values }, { ...readings[4]?.texts }]).toEqual([{}, { Rtd: '--' }])
    expect({ ...readings[6]?.texts }).toEqual({ Info: 'V1.2' })
  })
  it('is split between factors into numbered parts', () => {
    const parts = splitSegment({ ...base, cp: Array.from({ length: 20 }, (_, i) => [[`a${10000 + i}-Rtd`, '1']]) }, 100)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.map(({ pnum, pno, flag }) => [pnum, pno, flag])).toEqual(parts.map((_, i) => [parts.length, i + 1, 7]))
    expect(parts.flatMap(({ cp }) => cp)).toHaveLength(20)
    for (const part of parts) expect(read(segmentFrame(part))).toEqual(part)
    expect(splitSegment(base, 900)).toEqual([base])
  })
})

describe('createFrameReader', () => {
  const whole = Buffer.from(`##0101${PUBLIC}1C80\r\n`)
  const reading = (bytes: Buffer, step: number): (Frame | Fault)[] => {
    const reader = createFrameReader()
    const found: (Frame | Fault)[] = []
    for (let at = 0; at < bytes.length; at += step) found.push(...reader.push(bytes.subarray(at, at + step)))
    return found
  }
  it.each([1, 2, 3, 7, 50, 1000])('finds the same frames in fragments of %i bytes', (step) => {
    const bytes = Buffer.concat([
      Buffer.from('noise#'),
      whole,
      Buffer.from('\r\n\r\n'),
      whole,
      Buffer.from('###'),
      whole,
      Buffer.from('##0101tooshort'),
      whole,
      Buffer.from('##00'),
      whole,
    ])
    const got = reading(bytes, step)
    expect(frames(got).map(({ data }) => data.toString())).toEqual([PUBLIC, PUBLIC, PUBLIC, PUBLIC, PUBLIC])
    expect(got.some((one) => one.kind === 'fault' && one.fault === 'length')).toBe(true)
  })
  it('continues after a wrong length, and readSegment reports a wrong checksum', () => {
    for (const length of ['0000', '0050', '0102', '0500', '9999']) {
      const got = reading(Buffer.concat([Buffer.from(`##${length}${PUBLIC}1C80\r\n`), whole]), 64)
      expect(
        frames(got).map(({ data }) => data.toString()),
        length,
      ).toEqual([PUBLIC])
      expect(
        got.some((one) => one.kind === 'fault'),
        length,
      ).toBe(true)
    }
    const wrong = only(Buffer.from(`##0101${PUBLIC}1c81\r\n`))
    expect(readSegment(wrong)).toBe('crc')
    expect(typeof readSegment(only(Buffer.from(`##0101${PUBLIC}1c80\r\n`)))).toBe('object')
  })
  it('buffers less than 41,000 bytes of an endless frame', () => {
    const reader = createFrameReader()
    for (const noise of ['##9999', '#', '##0000', 'x', '##1']) {
      for (let i = 0; i < 200; i++) reader.push(Buffer.from(noise.repeat(200)))
      expect(reader.waiting(), noise).toBeLessThan(41_000)
    }
  })
  it('reassembles random frames from random fragments', () => {
    const roll = dice(20260101)
    const letters = 'abcXYZ019-._上海空气'
    for (let round = 0; round < 300; round++) {
      const sent = Array.from({ length: 1 + roll(6) }, (): Segment => {
        const flag = [0, 1, 4, 5, 8, 9][roll(6)] ?? 4
        const word = (): string => Array.from({ length: 1 + roll(12) }, () => letters[roll(letters.length)]).join('')
        return {
          ...base,
          flag,
          qn: `2026080108585${String(round).padStart(4, '0')}`,
          cp: Array.from({ length: roll(8) }, () =>
            Array.from({ length: 1 + roll(4) }, () => [`n${roll(99)}-Rtd`, word()] as const),
          ),
        }
      })
      const key = roll(2) === 0 ? null : '0123456789abcdeffedcba9876543210'
      const bytes = Buffer.concat(
        sent.map((segment) =>
          segmentFrame(segment, { key, encoding: segment.flag < 8 && roll(2) === 0 ? 'gbk' : 'utf-8' }),
        ),
      )
      const reader = createFrameReader()
      const got: (Frame | Fault)[] = []
      for (let at = 0; at < bytes.length; ) {
        const step = 1 + roll(60)
        got.push(...reader.push(bytes.subarray(at, at + step)))
        at += step
      }
      const segments = frames(got).map((frame) => {
        const one = readSegment(frame, () => key)
        return typeof one === 'string' ? one : one.segment
      })
      expect(segments).toEqual(sent)
      expect(reader.waiting()).toBe(0)
    }
  })
  it('survives 100,000 mutated frames with a bounded buffer and accepts no wrong checksum', () => {
    const roll = dice(7)
    const good = [
      segmentFrame(base),
      segmentFrame({ ...base, flag: 9 }, { key: '0123456789abcdef' }),
      segmentFrame({ ...base, flag: 0, cp: [[['i21001-Info', '上海']]] }, { encoding: 'gbk' }),
      whole,
    ]
    const texts = new Set([
      segmentText(base),
      segmentText({ ...base, flag: 9 }),
      segmentText({ ...base, flag: 0, cp: [[['i21001-Info', '上海']]] }),
      PUBLIC,
    ])
    const reader = createFrameReader()
    let [taken, other] = [0, 0]
    let most = 0
    for (let round = 0; round < 100_000; round++) {
      const bytes = Buffer.from(good[roll(good.length)] as Buffer)
      for (let i = roll(3); i >= 0; i--) bytes[roll(bytes.length)] = roll(256)
      const cut = roll(4) === 0 ? bytes.subarray(roll(bytes.length)) : bytes
      for (const one of reader.push(roll(5) === 0 ? Buffer.concat([cut, good[0] as Buffer]) : cut)) {
        if (one.kind === 'fault') continue
        const got = readSegment(one, () => '0123456789abcdef')
        if (typeof got === 'string') continue
        readingsOf(got.segment.cp)
        taken++
        if (texts.has(segmentText(got.segment))) continue
        // The checksum is the same as that of a valid segment; no other change passes.
        expect(slowCrc(got.plain) === one.crc || one.crc === slowCrc(one.data)).toBe(true)
        other++
      }
      most = Math.max(most, reader.waiting())
    }
    expect(taken).toBeGreaterThan(10_000)
    expect(other / 100_000).toBeLessThan(1 / 128)
    expect(most).toBeLessThan(41_000)
  }, 60_000)
})

describe('HJ 212 clock', () => {
  const clock = clockOf('Asia/Shanghai')
  it('reads and writes timestamps in a time zone and rejects invalid ones', () => {
    expect(clock.read('20260801085857')).toBe(Date.UTC(2026, 7, 1, 0, 58, 57))
    expect(clock.read('20260801085857223')).toBe(Date.UTC(2026, 7, 1, 0, 58, 57, 223))
    expect(clock.read('20260801')).toBe(Date.UTC(2026, 6, 31, 16))
    expect(clock.write(Date.UTC(2026, 7, 1, 0, 58, 57))).toBe('20260801085857')
    for (const bad of [
      '',
      '2026',
      '20260231000000',
      '20261301000000',
      '20260801086000',
      '2026080108585x',
      '19990801085857',
    ])
      expect(clock.read(bad), bad).toBeNull()
    const zone = clockOf('America/New_York')
    for (const ts of [Date.UTC(2026, 2, 8, 6, 59, 59), Date.UTC(2026, 2, 8, 7, 0, 0), Date.UTC(2026, 6, 1)])
      expect(zone.read(zone.write(ts))).toBe(ts)
  })
  it('generates a unique QN for each request', () => {
    const names = Array.from({ length: 50 }, () => clock.qn(1_785_542_400_000))
    expect(new Set(names).size).toBe(50)
    expect(names[0]).toMatch(/^\d{17}$/)
  })
})
