import { describe, expect, it } from 'vitest'
import {
  readNumber,
  readAreas,
  readDevices,
  readFrame,
  readThresholds,
  readTime,
} from '../../dataProvider/normalise.ts'

/** The example of wire.md, as this server answers it. */
const ours = {
  id: 7,
  sn: '10020007',
  sn_value: { String: '', Valid: false },
  name: 'Station',
  district_id: 12,
  project_id: 2,
  gateway_id: 3,
  devicetype_id: 4,
  sort_num: 0,
  control_state: 0,
  deviceisonline: 1,
  getewayisonline: 1,
  thre_list: [31],
  positional: { String: '{"maplng":114.51,"maplat":38.05}', Valid: true },
  json_data: { String: '', Valid: false },
  nodestatelist: [
    {
      id: 41,
      alias: 'PM2.5',
      unitname: 'µg/m³',
      imginfo: { String: '/upload/a.png', Valid: true },
      registertype: 3,
      node_script: { String: 'value * 0.1', Valid: true },
      min_value: 0,
      max_value: 500,
      lastdata: { historydata: 350, insertdate: 1763600000000, nodemapid: 41 },
    },
  ],
}

/** The same device from a platform that sends texts, plain strings and seconds. */
const older = {
  ...ours,
  id: '7',
  district_id: '12',
  sn_value: null,
  sort_num: '0',
  control_state: '0',
  deviceisonline: '1',
  thre_list: '[31]',
  positional: '{"maplng":114.51,"maplat":38.05}',
  json_data: '',
  nodestatelist: [
    {
      ...ours.nodestatelist[0],
      id: '41',
      imginfo: '/upload/a.png',
      registertype: '3',
      node_script: 'value * 0.1',
      min_value: '0',
      max_value: '500',
      lastdata: { historydata: '350', insertdate: '1763600000', nodemapid: '41' },
    },
  ],
}

describe('readDevices', () => {
  it('reads both wire formats to the same result', () => {
    const [device] = readDevices([ours])
    expect(readDevices([older])).toEqual([device])
    expect(device).toMatchObject({
      id: 7,
      district_id: 12,
      online: true,
      disabled: false,
      thre_list: [31],
      sn_value: null,
    })
    expect(device?.nodes).toEqual([
      {
        id: 41,
        alias: 'PM2.5',
        unitname: 'µg/m³',
        imginfo: '/upload/a.png',
        registertype: 3,
        node_script: 'value * 0.1',
        min_value: 0,
        max_value: 500,
        value: 350,
        at: 1763600000000,
      },
    ])
  })

  it('fills in defaults for missing fields', () => {
    const [device] = readDevices([{ id: 1 }])
    expect(device).toMatchObject({
      name: '#1',
      sn: '',
      district_id: null,
      gateway_id: null,
      online: null,
      disabled: false,
      thre_list: [],
      nodes: [],
    })
    const [bare] = readDevices([{ id: 1, nodestatelist: null, thre_list: null }])
    expect(bare?.nodes).toEqual([])
    const [quiet] = readDevices([
      { id: 1, nodestatelist: [{ id: 2 }, { id: 3, lastdata: null }, { id: 4, lastdata: { historydata: '' } }] },
    ])
    expect(quiet?.nodes.map(({ value, at }) => [value, at])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ])
  })

  it('skips entries that are not records and repeated ids', () => {
    expect(readDevices(null)).toEqual([])
    expect(readDevices('oops')).toEqual([])
    expect(
      readDevices([null, 3, 'x', {}, { id: 'abc' }, { id: 1, name: 'first' }, { id: 1, name: 'second' }]).map(
        ({ name }) => name,
      ),
    ).toEqual(['first'])
    expect(readDevices({ list: [{ id: 1 }], total: 1 })).toHaveLength(1)
  })

  it('reads a text, an object or a non-finite number as value null', () => {
    const values = ['on', {}, [], Number.NaN, Infinity, 'Infinity', true, null].map((historydata) => ({
      id: 1,
      nodestatelist: [{ id: 1, lastdata: { historydata, insertdate: 1 } }],
    }))
    for (const device of values) expect(readDevices([device])[0]?.nodes[0]?.value).toBeNull()
  })

  it('keeps the value 0', () => {
    expect(
      readDevices([{ id: 1, nodestatelist: [{ id: 1, lastdata: { historydata: 0, insertdate: 1763600000 } }] }])[0]
        ?.nodes[0],
    ).toMatchObject({ value: 0, at: 1763600000000 })
  })

  it('reads gateway_id 0 as null and any control_state other than 0 as disabled', () => {
    expect(readDevices([{ id: 1, gateway_id: 0, control_state: 2 }])[0]).toMatchObject({
      gateway_id: null,
      disabled: true,
    })
  })
})

describe('other wire readers', () => {
  it('read timestamps of 10 and 13 digits, and others as null', () => {
    expect(readTime(1763600000)).toBe(1763600000000)
    expect(readTime('1763600000000')).toBe(1763600000000)
    for (const none of [0, -1, '', null, 'yesterday', {}]) expect(readTime(none)).toBeNull()
  })

  it('read timestamps beyond the range of Date as null', () => {
    expect(readTime(250_000_000_000_000)).toBe(250_000_000_000_000)
    for (const none of ['1763600000000000', 1_763_600_000_000_000_000, 1e300]) expect(readTime(none)).toBeNull()
    const [device] = readDevices([
      { ...ours, nodestatelist: [{ id: 41, lastdata: { historydata: 350, insertdate: '1763600000000000000' } }] },
    ])
    expect(device?.nodes[0]).toMatchObject({ value: 350, at: null })
  })

  it('read numbers from wrapped and plain text', () => {
    expect(readNumber({ String: '4.5', Valid: true })).toBe(4.5)
    expect(readNumber({ String: '4.5', Valid: false })).toBeNull()
    expect(readNumber(' ')).toBeNull()
  })

  it('read areas and thresholds', () => {
    expect(readAreas([{ id: 2, name: 'A', superid: '1', build_state: '2' }])).toEqual([
      { id: 2, name: 'A', superid: 1, build_state: 2 },
    ])
    expect(readThresholds([{ id: 1, nodemap_id: '4', alarm_msg: '', name: 'N' }])).toEqual([
      { id: 1, nodes: [4], alarm_msg: 'N' },
    ])
    expect(readThresholds([{ id: 1, nodemap_id: 4, nodemap_ids: [4, 21], alarm_msg: 'M' }, { id: 2 }])).toEqual([
      { id: 1, nodes: [4, 21], alarm_msg: 'M' },
      { id: 2, nodes: [], alarm_msg: '' },
    ])
  })

  it('read feed frames with one or several messages and drop invalid ones', () => {
    const message = { sn: 'a', deviceid: 3, t: 1763600000000, values: { 41: 2, 42: '3.5', x: 1, 43: null } }
    const read = {
      sn: 'a',
      deviceid: 3,
      t: 1763600000000,
      values: [
        { id: 41, value: 2 },
        { id: 42, value: 3.5 },
      ],
    }
    expect(readFrame(JSON.stringify(message))).toEqual([read])
    expect(
      readFrame(JSON.stringify([message, null, { t: 1 }, { ...message, deviceid: '4', t: '1763600000' }])),
    ).toEqual([read, { ...read, deviceid: 4 }])
    for (const noise of ['', 'ping', '{', '3', 'null', '[]']) expect(readFrame(noise)).toEqual([])
  })
})
