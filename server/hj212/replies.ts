import { flagOf, segmentFrame, type Group, type Segment } from './protocol/segment.ts'
import type { Clock } from './protocol/time.ts'
import type { Speaker } from './signIn.ts'

/** A message to a station without MN, PW and Flag, which depend on the receiver. */
export type Reply = Pick<Segment, 'qn' | 'st' | 'cn' | 'cp'>

/**
 * Returns the frame of a message to a station, in the version and encoding that the station uses. `answer`: whether an
 * answer is requested.
 */
export function frameTo({ station, version, encoding }: Speaker, reply: Reply, answer: boolean): Buffer {
  const segment: Segment = {
    ...reply,
    pw: station.pw ?? '',
    mn: station.mn,
    flag: flagOf(version, { answer }),
    pnum: null,
    pno: null,
  }
  return segmentFrame(segment, { key: station.key, encoding })
}

/**
 * Returns the acknowledgement of a segment: 9014 for data, 9013 for notices. In version 2005 its content names what it
 * acknowledges.
 */
export function acknowledgementOf({ version }: Speaker, { qn, cn }: Segment, by: '9013' | '9014'): Reply {
  if (version !== 2005) return { qn, st: '91', cn: by, cp: [] }
  const named: Group[] = [
    ...(qn === '' ? [] : [[['QN', qn]] as const]),
    ...(by === '9014' ? [[['CN', cn]] as const] : []),
  ]
  return { qn: '', st: '91', cn: by, cp: named }
}

/**
 * Returns the command that sets the clock (1012) of a station that requested the time (1013). PolId names the
 * instrument, where the clock is that of one.
 */
export const timeFor = ({ st }: Speaker, { cp }: Segment, clock: Clock): Reply => ({
  qn: clock.qn(),
  st,
  cn: '1012',
  cp: [...cp.filter((group) => group.some(([name]) => name === 'PolId')), [['SystemTime', clock.write(Date.now())]]],
})
