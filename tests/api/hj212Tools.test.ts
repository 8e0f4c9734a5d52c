import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hj212Command } from '../../server/hj212/cli.ts'
import { MN, openStationWorld, PW, type StationWorld } from '../support/stations.ts'

const PUBLIC = 'QN=20160801085857223;ST=32;CN=1062;PW=100000;MN=010000A8900016F000169DC0;Flag=5;CP=&&RtdInterval=30&&'

async function run(...words: string[]): Promise<{ ok: boolean; text: string }> {
  const lines: string[] = []
  const ok = await hj212Command(words, (line) => lines.push(line), new AbortController().signal)
  return { ok, text: lines.join('\n') }
}

describe('npm run hj212', () => {
  let world: StationWorld
  beforeAll(async () => {
    world = await openStationWorld('sqlite')
  })
  afterAll(() => world.dispose())
  const where = (): string => `127.0.0.1:${world.hub.port}`

  it('decode explains a valid frame', async () => {
    const { ok, text } = await run('decode', `##0101${PUBLIC}1C80`)
    expect(ok).toBe(true)
    expect(text).toContain('Version 2017; an answer is requested')
    expect(text).toContain('CN 1062: Set real-time interval. ST 32: Water pollution source.')
    expect(text).toContain('RtdInterval = 30')
  })

  it('decode reports what is wrong with an invalid frame', async () => {
    expect((await run('decode', `##0101${PUBLIC}1C81`)).text).toBe('The checksum is given as 1C81; it is 1C80.')
    expect((await run('decode', `##0077${PUBLIC}1C80`)).text).toContain(
      'given as 77; the data segment has 101 characters',
    )
    expect(
      (await run('decode', '##0076ST=91;CN=9013;PW=123456;MN=ABCDEFG1234567;Flag=0;CP=&&QN=20170516010101001&&1CBA'))
        .text,
    ).toContain('CRC-16/MODBUS')
    const other =
      'QN=20261127081500120;ST=31;CN=2011;PW=123456;MN=CASE080000001;Flag=5;CP=&&DataTime=20261127081500;a34004-Rtd=31.2,a34004-Flag=N;a34002-Rtd=58.0,a34002-Flag=N&&'
    expect((await run('decode', `##0159${other}7340`)).ok).toBe(true)
    expect((await run('decode', `##0159${other}09D4`)).text).toContain('CRC-16/MODBUS with the low byte first')
    expect((await run('decode', `##0159${other}D409`)).text).toContain('CRC-16/MODBUS, which')
    expect((await run('decode', `##0159${other}4073`)).text).toContain('its two bytes swapped')
    expect((await run('decode', '##0026CN=2011;CP=&&a=1&&;Flag=5FFFF')).text).toContain('something after the content')
    expect((await run('decode', 'hello')).ok).toBe(false)
    await expect(run('nothing')).rejects.toThrow('npm run hj212')
    await expect(run('decode', 'x', '--version', '2018')).rejects.toThrow('2005, 2017 or 2025')
  })

  it('check tests a server, and reports a failed connection', async () => {
    const { ok, text } = await run('check', where(), '--mn', MN, '--pw', PW)
    expect(text).not.toContain('FAIL')
    expect(ok).toBe(true)
    expect(text.split('\n')).toHaveLength(6)
    expect((await run('check', '127.0.0.1:1', '--mn', MN, '--pw', PW)).text).toContain('no connection')
  })

  it('simulate reports like a station, including faults', async () => {
    const { ok, text } = await run(
      'simulate',
      '--port',
      String(world.hub.port),
      '--mn',
      MN,
      '--pw',
      PW,
      '--rounds',
      '4',
      '--period',
      '0.05',
      '--faults',
      '--version',
      '2025',
    )
    expect(ok).toBe(true)
    expect(text).toMatch(/sent 4, answered 4/)
  })
})
