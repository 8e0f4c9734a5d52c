import { flagOf, segmentFrame, type Group, type Segment } from './protocol/segment.ts'
import type { Clock } from './protocol/time.ts'
import type { Speaker } from './signIn.ts'

/** What is said to a station, but for MN, PW and Flag: they follow from whom it is said to. */
export type Reply = Pick<Segment, 'qn' | 'st' | 'cn' | 'cp'>

/** The frame of what is said to a station, in the version and encoding that it speaks; `answer`: it is asked to answer. */
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

/** Acknowledges a segment: 9014 for data, 9013 for notices. 2005 names in the content what it answers. */
export function acknowledgementOf({ version }: Speaker, { qn, cn }: Segment, by: '9013' | '9014'): Reply {
  if (version !== 2005) return { qn, st: '91', cn: by, cp: [] }
  const named: Group[] = [
    ...(qn === '' ? [] : [[['QN', qn]] as const]),
    ...(by === '9014' ? [[['CN', cn]] as const] : []),
  ]
  return { qn: '', st: '91', cn: by, cp: named }
}

/** Sets the clock (1012) of a station that asked for the time (1013); PolId says whose clock, where it is one of its instruments. */
export const timeFor = ({ st }: Speaker, { cp }: Segment, clock: Clock): Reply => ({
  qn: clock.qn(),
  st,
  cn: '1012',
  cp: [...cp.filter((group) => group.some(([name]) => name === 'PolId')), [['SystemTime', clock.write(Date.now())]]],
})
