import { afterEach, describe, expect, it, vi } from 'vitest'
import { alarmRecords } from '../../dataProvider/alarms.ts'
import { nodemapsOf } from '../../dataProvider/calls.ts'
import { displayNames } from '../../dataProvider/calls/displays.ts'
import { readHistory } from '../../dataProvider/calls/history.ts'
import { configureHttp } from '../../dataProvider/http.ts'
import { readAreas, readDeviceNames, readDevices, readNames } from '../../dataProvider/normalise.ts'
import { resourceOf } from '../../resources/index.ts'
import { nameOrNumber, titleOf } from '../../resources/kit/named.ts'
import { deviceLines } from '../../src/entities/device/tree/deviceLines.ts'
import { areaBranches } from '../../src/entities/user/areaGrants.ts'
import { choicesOf } from '../../src/admin/fields/controls/refChoices.ts'

afterEach(() => vi.unstubAllGlobals())

/** What older platforms send for a name that was never given. */
const BLANKS = ['', '  ', null, undefined, { String: '', Valid: false }, { String: ' ', Valid: true }, {}, []]

describe('display name', () => {
  it('is the first non-blank candidate, plain or wrapped, else the id', () => {
    expect([
      nameOrNumber(7, ' ', { String: 'A', Valid: true }, 'B'),
      nameOrNumber(7, 0),
      nameOrNumber(7),
      nameOrNumber(7, ...BLANKS),
    ]).toEqual(['A', '0', '#7', '#7'])
  })

  it('is a record’s title field, else its serial number, else its id', () => {
    const [device, area] = [resourceOf('manage/device'), resourceOf('manage/area')]
    expect([
      titleOf(device, { id: 7, name: 'A', sn: '1002' }),
      titleOf(device, { id: 7, name: '', sn: '1002' }),
      titleOf(device, { id: 7, name: '' }),
      titleOf(area, { id: 7, name: ' ', pin_code: 'x' }),
    ]).toEqual(['A', '1002', '#7', '#7'])
  })
})

describe('fallback for blank names', () => {
  it.each(BLANKS.map((name) => [name]))('is serial number or id in states, name lists and history: %j', (name) => {
    const [device] = readDevices([{ id: 7, name, sn: '1002', nodestatelist: [{ id: 41, alias: name }] }])
    expect([device?.name, device?.nodes[0]?.alias, readDevices([{ id: 7, name }])[0]?.name]).toEqual([
      '1002',
      '#41',
      '#7',
    ])
    expect([readAreas([{ id: 2, name }])[0]?.name, readNames([{ id: 3, name }])[0]?.name]).toEqual(['#2', '#3'])
    expect(readHistory({ nodeArr: [{ id: 41, alias: name }], datasetArr: [[]] })[0]?.alias).toBe('#41')
  })

  it('is the id in requested name lists and alarm records', async () => {
    const answers: Record<string, unknown> = {
      godbDeviceNameList: [{ id: 7, name: '' }],
      godbNodemapByType: [{ id: 41, alias: '' }],
      godbDatashowNameList: [{ id: 5, name: '' }],
      godbThresholdlogByTimeOrId: {
        list: [
          {
            id: 9,
            alarm_time: 1_763_600_000,
            device_id: 7,
            nodemap_id: 41,
            device_name: '',
            nodemap_name: '',
            alarm_msg: '',
            threshold_name: '',
          },
        ],
      },
    }
    configureHttp({ token: () => 't', languageTag: () => 'zh-CN', onSignedOut: () => {} })
    vi.stubGlobal(
      'fetch',
      async (url: string) =>
        new Response(
          JSON.stringify({
            code: 0,
            msg: '',
            data: answers[new URL(url, 'http://platform').pathname.split('/')[2] ?? ''] ?? null,
          }),
        ),
    )
    expect([
      readDeviceNames(answers['godbDeviceNameList'])[0]?.name,
      (await nodemapsOf(4))[0]?.alias,
      (await displayNames())[0]?.name,
    ]).toEqual(['#7', '#41', '#5'])
    expect((await alarmRecords({ page: 1, size: 10 })).rows[0]).toMatchObject({
      deviceName: '#7',
      nodeName: '#41',
      message: '#9',
      threshold: '',
    })
  })

  it('is the serial number or id in choices and area trees', () => {
    const areas = [{ id: 2, name: '', superid: 1 }]
    expect(choicesOf(resourceOf('manage/device'), [{ id: 7, name: '' }], null).map(({ name }) => name)).toEqual(['#7'])
    expect(
      choicesOf(resourceOf('manage/area'), [...areas, { id: 3, name: '市区', superid: 2 }], null).map(
        ({ path }) => path,
      ),
    ).toEqual(['#2', '#2 / 市区'])
    expect(
      deviceLines({ areas, devices: [{ id: 7, name: '', sn: '1002', district_id: 2 }], isOpen: () => true }).map(
        ({ name }) => name,
      ),
    ).toEqual(['#2', '1002'])
    expect(areaBranches(areas, null).map(({ name }) => name)).toEqual(['#2'])
  })
})
