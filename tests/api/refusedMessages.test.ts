import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crc16, crcText } from '../../server/hj212/protocol/crc.ts'
import { hashCredential } from '../../server/telemetry/sources.ts'
import { MN, openStationWorld, PW, type StationWorld } from '../support/stations.ts'
import { engines } from '../support/storage.ts'
import { waitFor } from '../support/waitFor.ts'
import { ids } from '../support/world.ts'

interface Row {
  source: string
  peer: string
  reason: string
  msg: string
  bytes: string
  times: number
}

/** CRC-16/MODBUS, written out: the checksum that the stations of case 08 send. */
function modbus(text: string): number {
  let register = 0xffff
  for (const byte of Buffer.from(text)) {
    register ^= byte
    for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >> 1) ^ 0xa001 : register >> 1
  }
  return register
}
const swap = (crc: number): number => ((crc & 0xff) << 8) | (crc >> 8)
const framed = (segment: string, crc: number, length = segment.length): string =>
  `##${String(length).padStart(4, '0')}${segment}${crcText(crc)}\r\n`
const segment = (mn: string, tail = ''): string =>
  `QN=20261127081500120;ST=31;CN=2011;PW=${PW};MN=${mn};Flag=5;CP=&&DataTime=20261127081500;a34004-Rtd=31.2&&${tail}`

describe.each(engines)('refused messages on %s', (engine) => {
  let world: StationWorld
  beforeAll(async () => {
    world = await openStationWorld(engine, { limits: { splitMs: 100 } })
    await world.platform.storage.write((trx) =>
      trx
        .insertInto('credential')
        .values({
          created_at: 0,
          revoked_at: null,
          device_id: ids.level,
          gateway_id: null,
          token_hash: hashCredential('level-secret'),
        })
        .execute(),
    )
  })
  afterAll(() => world.dispose())
  const refused = async (device: number | null, user: 'super' | 'manager' = 'super'): Promise<Row[]> => {
    await world.platform.refusals.flush()
    const path = device === null ? 'refusedmessages' : `refusedmessages/${device}`
    return (await world.call(user, 'GET', path)).data as Row[]
  }
  const post = (payload: string, type = 'application/json') =>
    world.app.inject({
      method: 'POST',
      url: '/v1/telemetry',
      headers: { authorization: 'Bearer level-secret', 'content-type': type },
      payload,
    })

  it('over HTTP are counted per device with their reason and first bytes', async () => {
    expect((await post('{"values": oops')).statusCode).toBe(400)
    expect((await post('{"values": oops2')).statusCode).toBe(400)
    expect((await post('{"values": {"1": 2}}')).statusCode).toBe(400)
    expect((await post('<v>1</v>', 'text/xml')).statusCode).toBe(415)
    expect((await post('[{"sn":"1869024002","values":{"99":1}}]')).statusCode).toBe(200)
    expect((await post('[{"sn":"nobody","values":{"1":1}}]')).statusCode).toBe(200)
    await waitFor(async () => {
      const rows = await refused(ids.level)
      expect(rows.map(({ source, reason, times }) => [source, reason, times]).toSorted()).toEqual([
        ['http', 'error.refused.form', 1],
        ['http', 'error.refused.json', 2],
        ['http', 'error.refused.type', 1],
        ['http', 'error.telemetry.node', 1],
        ['http', 'error.telemetry.sn', 1],
      ])
      expect(rows.find(({ reason }) => reason === 'error.refused.json')).toMatchObject({ bytes: '{"values": oops2' })
    })
    // Accepted messages are not counted.
    expect((await post('[{"sn":"1869024002","values":{"1":1}}]')).statusCode).toBe(200)
    expect(await refused(ids.level)).toHaveLength(5)
    expect((await world.call('stranger', 'GET', `refusedmessages/${ids.level}`)).status).toBe(404)
    expect((await world.call('manager', 'GET', 'refusedmessages')).status).toBe(403)
  })

  it('of stations are counted with the kind of checksum they used, and their values are not stored', async () => {
    const station = await world.station()
    const text = segment(MN)
    const own = crc16(Buffer.from(text))
    for (const crc of [swap(own), modbus(text), swap(modbus(text)), own ^ 0x0101]) station.raw(framed(text, crc))
    const behind = segment(MN, ';Flag=5')
    station.raw(framed(behind, crc16(Buffer.from(behind))))
    station.raw(framed(text, own, text.length - 20))
    const reasons = ['crc', 'crcModbus', 'crcModbusSwapped', 'crcSwapped', 'length', 'tail']
    await waitFor(async () => {
      const rows = await refused(ids.air)
      expect(rows.map(({ reason }) => reason.slice('error.refused.'.length)).toSorted()).toEqual(reasons)
      for (const row of rows) {
        expect(row).toMatchObject({ source: 'hj212', peer: MN, times: 1 })
        expect(row.bytes).toContain('a34004-Rtd')
        expect(row.bytes).not.toContain(PW)
        expect(row.msg).not.toBe(row.reason)
      }
    })
    const { data } = await world.call('super', 'GET', `hj212/${ids.air}`)
    expect((data as { refused: Row[] }).refused).toHaveLength(reasons.length)
    expect(world.platform.registry.device(ids.air)?.nodes.get(ids.pm)?.last?.value).not.toBe(31.2)
    station.close()
  })

  it('of an unknown station are listed by hj212knocks', async () => {
    const station = await world.station()
    const text = segment('CASE080000001')
    station.raw(framed(text, swap(modbus(text))))
    await waitFor(async () => {
      const { data } = await world.call('super', 'GET', 'hj212knocks')
      expect(data).toMatchObject([{ mn: 'CASE080000001', reason: 'crcModbusSwapped', st: '31', version: 2017 }])
      expect(JSON.stringify(data)).not.toContain(PW)
    })
    station.close()
  })

  it('without a station number are counted by IP address', async () => {
    const station = await world.station()
    station.raw('GET / HTTP/1.1\r\n\u0000\r\n')
    await waitFor(async () =>
      expect(await refused(null)).toMatchObject([
        {
          source: 'hj212',
          peer: '127.0.0.1',
          reason: 'error.refused.garbage',
          bytes: expect.stringContaining('GET /'),
        },
      ]),
    )
    station.close()
  })

  it('include a split message that stays incomplete', async () => {
    const station = await world.station()
    station.raw(
      station.frame({ cn: '2011', qn: '20261127081500009', flag: 7, pnum: 2, pno: 2, cp: [[['a34004-Rtd', '77']]] }),
    )
    await waitFor(async () =>
      expect((await refused(ids.air)).map(({ reason }) => reason)).toContain('error.refused.half'),
    )
    station.close()
  })
})
