import { describe, expect, it } from 'vitest'
import { flagOf, parseSegment, segmentText, type Segment } from '../../server/hj212/protocol/segment.ts'
import { createSplitMessages } from '../../server/hj212/protocol/split.ts'
import { clockOf } from '../../server/hj212/protocol/time.ts'

const clock = clockOf('Asia/Shanghai')
const T = Date.UTC(2026, 10, 27, 0, 0, 0)
const [MINUTE, TIMEOUT] = [60_000, 120_000]
const [FIRST, SECOND] = ['20261127090000001', '20261127090100002']

/** A packet of a message of three; it holds DataTime where `at` is given. */
function packet(qn: string, pno: number | null, at: number | null = null, more: Partial<Segment> = {}): Segment {
  const time = at === null ? [] : [[['DataTime', clock.write(at)] as const]]
  const cp = [...time, [[`a3400${pno ?? 0}-Rtd`, '1'] as const]]
  const split = pno !== null
  return {
    qn,
    st: '22',
    cn: '2011',
    pw: '',
    mn: 'M',
    flag: flagOf(2017, { split }),
    pnum: split ? 2 : null,
    pno,
    cp,
    ...more,
  }
}

/** Adds packets in turn and returns `name@minutes after T` in the order in which they become known. */
function run(packets: readonly (readonly [string, Segment])[]) {
  const messages = createSplitMessages<string>(clock, TIMEOUT)
  const told = packets.flatMap(([name, segment]) =>
    messages
      .add(1, segment, name, T)
      .map(({ packet: one, time }) => `${one}@${time === null ? 'none' : (time - T) / MINUTE}`),
  )
  return { told, messages }
}

describe('split HJ 212 messages', () => {
  it('keep their own DataTime when two QN interleave', () => {
    const { told } = run([
      ['1.1', packet(FIRST, 1, T)],
      ['2.1', packet(SECOND, 1, T + MINUTE)],
      ['2.2', packet(SECOND, 2)],
      ['1.2', packet(FIRST, 2)],
    ])
    expect(told).toEqual(['1.1@0', '2.1@1', '2.2@1', '1.2@0'])
  })
  it('wait for the packet with DataTime, in any order of packets', () => {
    const { told } = run([
      ['2.2', packet(SECOND, 2)],
      ['1.2', packet(FIRST, 2)],
      ['1.1', packet(FIRST, 1, T)],
      ['2.1', packet(SECOND, 1, T + MINUTE)],
    ])
    expect(told).toEqual(['1.2@0', '1.1@0', '2.2@1', '2.1@1'])
  })
  it('are distinguished within one QN by DataTime, like several responses to one request', () => {
    const { told } = run([
      ['1.1', packet(FIRST, 1, T)],
      ['1.2', packet(FIRST, 2)],
      ['again', packet(FIRST, 2)],
      ['2.1', packet(FIRST, 1, T + MINUTE)],
      ['2.2', packet(FIRST, 2)],
    ])
    expect(told).toEqual(['1.1@0', '1.2@0', 'again@0', '2.1@1', '2.2@1'])
  })
  it('expire after the timeout when incomplete, without affecting others', () => {
    const { told, messages } = run([
      ['half', packet(FIRST, 2)],
      ['2.1', packet(SECOND, 1, T + MINUTE)],
      ['2.2', packet(SECOND, 2)],
    ])
    expect(told).toEqual(['2.1@1', '2.2@1'])
    expect(messages.expire(T + TIMEOUT - 1)).toEqual([])
    expect(messages.expire(T + TIMEOUT)).toEqual(['half'])
    expect(messages.expire(T + 2 * TIMEOUT)).toEqual([])
  })
  it('take their time from QN when no packet has DataTime', () => {
    const { told } = run([
      ['1', packet(FIRST, 1)],
      ['2', packet(FIRST, 2)],
      ['one of one', packet(FIRST, 1, null, { pnum: 1 })],
      ['not split', packet(FIRST, null)],
    ])
    expect(told).toEqual(['1', '2', 'one of one', 'not split'].map((name) => `${name}@${60 + 0.001 / 60}`))
  })
  it('are limited to a bounded number of packets per station', () => {
    const messages = createSplitMessages<number>(clock, TIMEOUT)
    for (let n = 0; n < 500; n++) messages.add(1, packet(clock.qn(), 2), n, T)
    const lost = messages.expire(T)
    expect(lost[0]).toBe(0)
    expect(lost).toHaveLength(500 - 64)
    for (let n = 0; n < 500; n++) messages.add(2, packet(FIRST, n + 2, null, { pnum: 999 }), n, T)
    expect(messages.expire(T)).toHaveLength(129 * 3)
  })
  it.each(['PNUM=2;PNO=1;', 'PNO=1;PNUM=2;'])(
    'are numbered by %s, with or without the split bit of Flag',
    (numbers) => {
      for (const flag of [4, 6])
        expect(
          parseSegment(`QN=${FIRST};ST=22;CN=2011;PW=1;MN=M;Flag=${flag};${numbers}CP=&&a34004-Rtd=1&&`),
        ).toMatchObject({ pnum: 2, pno: 1 })
      expect(parseSegment(segmentText(packet(FIRST, 2)))).toMatchObject({ pnum: 2, pno: 2 })
    },
  )
})
