import { createFrameReader } from '../server/hj212/protocol/frame.ts'
import { readingsOf } from '../server/hj212/protocol/readings.ts'
import { readSegment, segmentFrame, type Segment } from '../server/hj212/protocol/segment.ts'
import { airContent } from '../server/hj212/cli.ts'
import { stationTables } from './hj212Stations.ts'
import { figure, type Bench } from './report.ts'

const SECONDS = 4
/** Frames in one packet, as on a busy line. */
const FRAMES_PER_PACKET = 40
const KEY = '0123456789abcdeffedcba9876543210'

/**
 * Measures frames a second on one core: cut out of the stream, checked, decrypted, parsed, with their factors named.
 */
const bench: Bench = async () => {
  const segment: Segment = {
    qn: '20260801085857223',
    st: '22',
    cn: '2011',
    pw: '123456',
    mn: '010000A8900016F000169DC0',
    flag: 5,
    pnum: null,
    pno: null,
    cp: airContent(Date.now(), 0),
  }
  const ways = [
    ['2017', segmentFrame(segment), null],
    ['2025', segmentFrame({ ...segment, flag: 9 }), null],
    ['2025, encrypted', segmentFrame({ ...segment, flag: 9 }, { key: KEY }), KEY],
  ] as const
  const rows = ways.map(([name, frame, key]) => {
    parse(frame, key, 0.5)
    return [name, frame.length, figure(parse(frame, key, SECONDS))]
  })
  return [
    {
      title: 'HJ 212 frames',
      how: `A real-time frame of six factors, ${FRAMES_PER_PACKET} in a packet, ${SECONDS} s of processor time each: cut out of the stream, checked, decrypted, read, their factors named.`,
      columns: ['version', 'bytes', 'frames/s'],
      rows,
      aim: '50,000 frames/s',
    },
    ...(await stationTables()),
  ]
}
export default bench

function parse(frame: Buffer, key: string | null, seconds: number): number {
  const packet = Buffer.concat(Array.from({ length: FRAMES_PER_PACKET }, () => frame))
  const reader = createFrameReader()
  // Processor time instead of elapsed time: other programs may share the machine.
  const start = process.cpuUsage()
  const used = (): number => Object.values(process.cpuUsage(start)).reduce((sum, part) => sum + part, 0) / 1e6
  let count = 0
  while (used() < seconds)
    for (let round = 0; round < 20; round++)
      for (const one of reader.push(packet)) {
        const got = one.kind === 'frame' ? readSegment(one, () => key) : 'segment'
        if (typeof got !== 'string' && readingsOf(got.segment.cp).length === 6) count++
      }
  return count / used()
}
