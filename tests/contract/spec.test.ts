import { describe, expect, it } from 'vitest'
import { allResources, findResource } from '../../resources/index.ts'
import type { Access, Action } from '../../resources/kit/define.ts'
import { menu } from '../../resources/menu.ts'

/**
 * Spec 2 §2 (routes, menu keys), spec 2 §6 (codes), wire.md (names). No definition may grant an action that is missing
 * here.
 */
const table: Record<string, { key: string; api: string; access: Partial<Record<Action | 'list', Access>> }> = {
  'manage/product': {
    key: '3-1',
    api: 'godbDevicetype',
    access: { create: superOnly('3-1-2'), edit: superOnly('3-1-3'), delete: superOnly('3-1-4') },
  },
  'manage/product/nodemap': {
    key: '3-1',
    api: 'godbNodemap',
    access: { create: '3-1-5', edit: '3-1-5', delete: '3-1-5' },
  },
  'manage/area': {
    key: '3-2',
    api: 'godbDistrict',
    access: { create: '3-2-2', edit: '3-2-3', delete: '3-2-4', import: '3-2-5' },
  },
  'manage/device': {
    key: '3-3',
    api: 'godbDevice',
    access: {
      create: '3-3-2',
      edit: '3-3-3',
      delete: '3-3-4',
      rename: '3-3-5',
      import: '3-3-7',
      batchStart: '3-3-8',
      batchStop: '3-3-9',
    },
  },
  'manage/gateway': {
    key: '3-4',
    api: 'godbGateway',
    access: { create: null, edit: '3-4-3', delete: '3-4-4', import: null },
  },
  'manage/node': {
    key: '3-5',
    api: 'godbNode',
    access: { create: superOnly('3-5-2'), edit: superOnly('3-5-3'), delete: superOnly('3-5-4') },
  },
  'manage/device/virtual': {
    key: '3-3',
    api: 'godbDeviceAi',
    access: { list: superOnly(null), create: superOnly(null), edit: superOnly(null), delete: superOnly(null) },
  },
  'manage/video': { key: '3-6', api: 'godbVideoshow', access: { create: '3-6-2', edit: '3-6-3', delete: '3-6-4' } },
  // Extension `calibrations`.
  'manage/calibration': {
    key: '3-9',
    api: 'godbCalibration',
    access: { create: '3-9-2', edit: '3-9-3', delete: '3-9-4' },
  },
  'alarmConfig/threshold': {
    key: '4-1',
    api: 'godbThreshold',
    access: { create: null, edit: '4-1-3', delete: '4-1-4', clone: '4-1-5' },
  },
  'alarmConfig/user': { key: '4-2', api: 'godbAlarminfo', access: { create: '4-2-2', edit: '4-2-3', delete: '4-2-4' } },
  'alarmConfig/channel': {
    key: '4-6',
    api: 'alarmChannel',
    access: { create: '4-6-2', edit: '4-6-3', delete: '4-6-4' },
  },
  // Extension `maintenance`.
  'alarmConfig/maintenance': {
    key: '4-7',
    api: 'alarmMaintenance',
    access: { create: '4-7-2', edit: '4-7-3', delete: '4-7-4' },
  },
  // Extensions `rosters` and `escalation`.
  'alarmConfig/roster': {
    key: '4-8',
    api: 'alarmRoster',
    access: { create: '4-8-2', edit: '4-8-3', delete: '4-8-4' },
  },
  'alarmConfig/escalation': {
    key: '4-9',
    api: 'alarmEscalation',
    access: { create: '4-9-2', edit: '4-9-3', delete: '4-9-4' },
  },
  'pushService/northinterface': {
    key: '5-1',
    api: 'godbNorthInterface',
    access: { create: null, edit: null, delete: null },
  },
  'pushService/protocolFormat': {
    key: '5-2',
    api: 'godbNorthDataInfo',
    access: { create: null, edit: null, delete: null },
  },
  'pushService/protocolFormat/rows': {
    key: '5-2',
    api: 'godbNorthDataList',
    access: { create: null, edit: null, delete: null },
  },
  'peizhiCenter/hmi': {
    key: '6-1',
    api: 'godbDatashow',
    access: { create: types(2, 3, 4), edit: types(2, 3, 4), delete: types(2, 3, 4) },
  },
  'permissionCenter/user': {
    key: '7-1',
    api: 'godbSystemuser',
    access: { create: '7-1-2', edit: '7-1-3', delete: '7-1-4', password: '7-1-5' },
  },
  'permissionCenter/project': {
    key: '7-2',
    api: 'godbProject',
    access: { create: superOnly(null), edit: null, delete: superOnly(null) },
  },
  'permissionCenter/permission': {
    key: '7-3',
    api: 'godbPermission',
    access: { create: superOnly(null), edit: superOnly(null), delete: superOnly(null) },
  },
  'permissionCenter/permissiontype': {
    key: '7-4',
    api: 'godbPermissiontype',
    access: { create: superOnly(null), edit: superOnly(null), delete: superOnly(null) },
  },
}

/**
 * The management nouns of wire.md: a new entity uses one of these, or is an extension that the documents must name
 * first.
 */
const nouns =
  'godbDistrict godbDevice godbGateway godbNode godbNodemap godbDevicetype godbVideoshow godbDatashow godbPermission godbPermissiontype godbProject godbSystemuser godbThreshold godbAlarminfo godbNorthInterface godbNorthDataInfo godbNorthDataList godbDeviceAi alarmChannel alarmMaintenance alarmRoster alarmEscalation godbCalibration'.split(
    ' ',
  )

/** Page of each key, by spec 1 §2.1 and spec 2 §2. */
const routes: Record<string, string> = {
  '2-1': '/monitor/data',
  '2-2': '/monitor/history',
  '2-3': '/monitor/threoldManage',
  '2-4': '/monitor/operation',
  '2-5': '/monitor/hisdataPk',
  '2-8': '/monitor/quality',
  '2-9': '/monitor/ranking',
  '3-1': '/manage/product',
  '3-2': '/manage/area',
  '3-3': '/manage/device',
  '3-4': '/manage/gateway',
  '3-5': '/manage/node',
  '3-6': '/manage/video',
  '3-9': '/manage/calibration',
  '4-1': '/alarmConfig/threshold',
  '4-2': '/alarmConfig/user',
  '4-6': '/alarmConfig/channel',
  '4-7': '/alarmConfig/maintenance',
  '4-8': '/alarmConfig/roster',
  '4-9': '/alarmConfig/escalation',
  '5-1': '/pushService/northinterface',
  '5-2': '/pushService/protocolFormat',
  '6-1': '/peizhiCenter/hmi',
  '7-1': '/permissionCenter/user',
  '7-2': '/permissionCenter/project',
  '7-3': '/permissionCenter/permission',
  '7-4': '/permissionCenter/permissiontype',
}

/** The optional texts that are sent as {String, Valid} (wire.md, Transport). */
const wrapped: Record<string, string[]> = {
  godbSystemuser: ['menu_control', 'explained', 'emailurl', 'phonenum', 'typemap', 'distr_map'],
  godbProject: ['ico', 'explained'],
  godbDevice: ['sn_key', 'sn_value', 'iccid', 'positional', 'shadow_script', 'explained', 'json_data'],
  godbGateway: ['iccid', 'explained'],
  godbNode: ['explained', 'node_script', 'imginfo'],
  godbNodemap: ['key_msg', 'explained'],
  godbDevicetype: ['other_params', 'explained'],
  godbDistrict: ['positional'],
  godbPermission: ['explained'],
  godbVideoshow: ['explained'],
  godbDatashow: ['imginfo', 'jsondata', 'explained'],
  godbThreshold: ['alarm_phone', 'alarm_email', 'alarm_wechat', 'back_msg'],
  godbAlarminfo: ['alarm_phone', 'alarm_email', 'alarm_wechat'],
  godbNorthInterface: ['explained'],
}

describe('resource definitions', () => {
  it.each(Object.entries(table))(
    'give %s the menu key, API name and access codes of the specification',
    (path, row) => {
      const resource = findResource(path)
      expect(resource && { key: resource.menuKey, api: resource.api, access: resource.access }).toEqual(row)
    },
  )

  it('are exactly those of the specification', () => {
    expect(allResources.map(({ path }) => path).toSorted()).toEqual(Object.keys(table).toSorted())
  })

  it('use only API names of the wire contract', () => {
    for (const { api } of allResources) expect(nouns).toContain(api)
  })

  it('wrap exactly the optional texts that the wire contract wraps', () => {
    for (const resource of allResources) {
      const names = Object.keys(resource.fields).filter((name) => resource.fields[name]?.wrapped)
      expect(names.toSorted(), resource.path).toEqual((wrapped[resource.api] ?? []).toSorted())
    }
  })

  it('place every menu entry at the route of its key', () => {
    const entries = menu.flatMap((group) => group.entries)
    expect(entries.length).toBeGreaterThan(0)
    for (const { key, path } of entries) expect(path).toBe(routes[key])
  })

  it('place every resource with a screen in the menu, once', () => {
    const paths = menu.flatMap((group) => group.entries.map((entry) => entry.path))
    expect(new Set(paths).size).toBe(paths.length)
    for (const resource of allResources.filter(({ screen }) => screen)) expect(paths).toContain(`/${resource.path}`)
  })
})

function superOnly(code: string | null): Access {
  return { code, superOnly: true }
}

function types(...ids: number[]): Access {
  return { code: null, types: ids }
}
