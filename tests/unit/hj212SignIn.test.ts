import { describe, expect, it } from 'vitest'
import { flagOf, type Segment } from '../../server/hj212/protocol/segment.ts'
import type { Station } from '../../server/hj212/protocol/protocol.ts'
import { acknowledgementOf } from '../../server/hj212/replies.ts'
import { createSpeakers } from '../../server/hj212/signIn.ts'

const stationAt = (device: number, pw: string | null = 'secret'): Station => ({
  device,
  mn: `M${device}`,
  pw,
  key: null,
  version: 2017,
})
const segmentOf = (more: Partial<Segment> = {}): Segment => ({
  qn: '20261127090000001',
  st: '22',
  cn: '2011',
  pw: 'secret',
  mn: 'M1',
  flag: flagOf(2017),
  pnum: null,
  pno: null,
  cp: [],
  ...more,
})
function open(stations: readonly Station[] = [stationAt(1)]) {
  const byMn = new Map(stations.map((station) => [station.mn, station]))
  const speakers = createSpeakers((mn) => byMn.get(mn))
  const signIn = (more: Partial<Segment> = {}, encoding: 'ascii' | 'utf-8' | 'gbk' = 'ascii') =>
    speakers.signIn({ segment: segmentOf(more), encoding })
  return { byMn, speakers, signIn }
}

describe('sign-in on an HJ 212 connection', () => {
  it('accepts a station with its password, and rejects a wrong or missing one and an unknown station', () => {
    const { speakers, signIn } = open([stationAt(1), stationAt(2, null)])
    expect(signIn({ mn: 'M9' })).toEqual({ kind: 'refused', reason: 'unknown' })
    expect(signIn({ pw: 'wrong' })).toEqual({ kind: 'refused', reason: 'password' })
    // This station has no password.
    for (const pw of ['', 'null']) expect(signIn({ mn: 'M2', pw })).toMatchObject({ kind: 'refused' })
    expect(speakers.isEmpty()).toBe(true)
    expect(signIn()).toMatchObject({ kind: 'in', isNew: true })
    expect(signIn()).toMatchObject({ kind: 'in', isNew: false })
    expect(signIn({ pw: 'wrong' })).toEqual({ kind: 'refused', reason: 'password' })
    expect([...speakers.devices()]).toEqual([1])
  })

  it('accepts a segment without a password only if it is a response after sign-in', () => {
    const { signIn } = open()
    expect(signIn({ cn: '9011', pw: '' })).toEqual({ kind: 'refused', reason: 'password' })
    signIn()
    expect(signIn({ cn: '9011', pw: '' })).toMatchObject({ kind: 'in' })
    expect(signIn({ cn: '2011', pw: '' })).toEqual({ kind: 'refused', reason: 'password' })
  })

  it('remembers station type, version and encoding for segments that lack them', () => {
    const { signIn } = open()
    expect(signIn({ st: '91' })).toMatchObject({ speaker: { st: '91', version: 2017, encoding: 'utf-8' } })
    signIn({ st: '32', flag: flagOf(2005) }, 'gbk')
    expect(signIn({ st: '91', flag: flagOf(2005) })).toMatchObject({
      speaker: { st: '32', version: 2005, encoding: 'gbk' },
    })
  })

  it('uses the station’s current password, and returns no speaker for a removed station', () => {
    const { byMn, speakers, signIn } = open()
    signIn()
    byMn.set('M1', stationAt(1, 'renewed'))
    expect(speakers.current(1)?.station.pw).toBe('renewed')
    expect(signIn()).toEqual({ kind: 'refused', reason: 'password' })
    byMn.set('M1', stationAt(5))
    expect(speakers.current(1)).toBeUndefined()
    byMn.clear()
    expect(speakers.current(1)).toBeUndefined()
    expect(speakers.get(1)?.st).toBe('22')
  })

  it('allows 100 stations, and only() returns the station if there is exactly one', () => {
    const { speakers, signIn } = open(Array.from({ length: 101 }, (_, at) => stationAt(at + 1)))
    expect(speakers.only()).toBeUndefined()
    signIn()
    expect(speakers.only()?.mn).toBe('M1')
    for (let device = 2; device <= 100; device++)
      expect(signIn({ mn: `M${device}` })).toMatchObject({ kind: 'in', isNew: true })
    expect(speakers.only()).toBeUndefined()
    expect(signIn({ mn: 'M101' })).toEqual({ kind: 'full' })
    expect(signIn()).toMatchObject({ kind: 'in', isNew: false })
  })
})

describe('acknowledgementOf', () => {
  it('identifies the message by its content for version 2005, and by QN for 2017', () => {
    const { signIn } = open()
    const by = (version: 2005 | 2017, answer: '9013' | '9014', more: Partial<Segment> = {}) => {
      const segment = segmentOf({ flag: flagOf(version), ...more })
      const signed = signIn(segment)
      return signed.kind === 'in' ? acknowledgementOf(signed.speaker, segment, answer) : null
    }
    const { qn } = segmentOf()
    expect(by(2017, '9014')).toEqual({ qn, st: '91', cn: '9014', cp: [] })
    expect(by(2005, '9014')).toEqual({ qn: '', st: '91', cn: '9014', cp: [[['QN', qn]], [['CN', '2011']]] })
    expect(by(2005, '9013', { qn: '' })).toEqual({ qn: '', st: '91', cn: '9013', cp: [] })
  })
})
