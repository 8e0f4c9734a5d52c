import {
  ALARMS_KEY,
  BIG_SCREEN_KEY,
  COMPARISON_KEY,
  HISTORY_KEY,
  OPERATIONS_KEY,
  OVERVIEW_KEY,
  RANKING_KEY,
} from './pageKeys.ts'
import { CONTROL, CONTROL_KEY, REAL_TIME_KEY } from './control.ts'
import { allResources } from './index.ts'
import type { Extension } from './kit/extensions.ts'
import type { GroupIcon, Label, Resource } from './kit/define.ts'
import { CITY_REVIEW_KEY, PROVINCE_REVIEW_KEY, QUALITY_KEY, REVIEW_STEPS } from './review.ts'

/** A permission that can be granted on a page. */
export interface Button {
  key: string
  label: Label
  /** It must be granted by itself; granting the page does not include it. */
  apart?: boolean
  /** The permission only has a meaning if the platform announces this extension; always if absent. */
  extension?: Extension
}

/** An entry of the menu. */
export interface Page {
  key: string
  path: string
  label: Label
  /** The page only has content if the platform announces this extension; always if absent. */
  extension?: Extension
  /** Further permissions on a custom page; those of a list come from its definition. */
  buttons?: readonly Button[]
}

export interface MenuGroup {
  key: string
  label: Label
  icon: GroupIcon
  entries: readonly Page[]
}

/** The custom pages of spec 1 §2.1 that exist. src/app/pages/index.ts assigns a component to each. */
export const customPages = [
  { key: OVERVIEW_KEY, path: '/', label: ['总览', '總覽', 'Overview'] },
  {
    key: REAL_TIME_KEY,
    path: '/monitor/data',
    label: ['实时数据', '即時資料', 'Real-time data'],
    buttons: [{ key: CONTROL_KEY, label: ['控制', '控制', 'Control'], apart: true, extension: CONTROL }],
  },
  { key: HISTORY_KEY, path: '/monitor/history', label: ['历史数据', '歷史資料', 'History'] },
  { key: ALARMS_KEY, path: '/monitor/threoldManage', label: ['报警记录', '警報記錄', 'Alarm records'] },
  { key: OPERATIONS_KEY, path: '/monitor/operation', label: ['操作日志', '操作日誌', 'Operation log'] },
  { key: COMPARISON_KEY, path: '/monitor/hisdataPk', label: ['数据对比', '資料比對', 'Comparison'] },
  {
    key: QUALITY_KEY,
    path: '/monitor/quality',
    label: ['数据质量', '資料品質', 'Data quality'],
    buttons: [
      {
        key: CITY_REVIEW_KEY,
        label: ['城市级复核', '城市級複核', 'City review'],
        apart: true,
        extension: REVIEW_STEPS,
      },
      {
        key: PROVINCE_REVIEW_KEY,
        label: ['省级复核', '省級複核', 'Province review'],
        apart: true,
        extension: REVIEW_STEPS,
      },
    ],
  },
  {
    key: RANKING_KEY,
    path: '/monitor/ranking',
    label: ['环境排名', '環境排名', 'Rankings'],
    extension: 'environment-means',
  },
] as const satisfies readonly Page[]

/** The menu entry above the groups (spec 1 §2.4): the overview. */
export const overview = customPages[0]

/** The big screen: a separate page, outside of the menu and the frame. */
export const bigScreen = {
  key: BIG_SCREEN_KEY,
  path: '/BigScreen',
  label: ['数据大屏', '資料大螢幕', 'Big screen'],
} as const satisfies Page

/**
 * The page of one device: target of messages, search hits and printed labels. It is not in the menu; every user who may
 * see the device may open it.
 */
export const devicePage = '/device/:id'
/** A sheet of labels with the devices' addresses as QR codes. */
export const deviceLabels = '/device/labels'
export const deviceAddress = (id: number): string => `/device/${id}`

export type CustomPageKey = (typeof customPages)[number]['key']

/** The product's own groups; an entity that joins may bring another one (`group` in its definition). */
export const ownGroups: readonly Omit<MenuGroup, 'entries'>[] = [
  { key: '2', icon: 'monitor', label: ['监测中心', '監測中心', 'Monitoring'] },
  { key: '3', icon: 'manage', label: ['管理中心', '管理中心', 'Management'] },
  { key: '4', icon: 'alarm', label: ['报警配置', '警報設定', 'Alarm settings'] },
  { key: '5', icon: 'push', label: ['推送服务', '推送服務', 'Push service'] },
  { key: '6', icon: 'config', label: ['配置中心', '組態中心', 'Configuration'] },
  { key: '7', icon: 'permission', label: ['权限中心', '權限中心', 'Permissions'] },
]

/** The side menu of spec 1 §2.4: groups with their entries, in order; a group without entries is left out. */
export const menu: readonly MenuGroup[] = []

/** Rebuilds the menu in place, after entities have joined. */
export function drawMenu(): void {
  const drawn = groupsOf(allResources)
    .map((group) => ({ ...group, entries: entriesOf(group.key) }))
    .filter((group) => group.entries.length > 0)
  ;(menu as MenuGroup[]).splice(0, menu.length, ...drawn)
}

/** Returns the number before the first hyphen of a key: "3-4-2" is in group "3". */
export const groupKeyOf = (key: string): string => key.split('-')[0] ?? key

/** Compares keys number by number, so that 3-10 comes after 3-9. */
export function compareKeys(a: string, b: string): number {
  const [left, right] = [a.split('-').map(Number), b.split('-').map(Number)]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? -1) - (right[at] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * Returns the product's own groups and those that entities bring; if several bring the same, the first one's label is
 * used.
 */
function groupsOf(resources: readonly Resource[]): Omit<MenuGroup, 'entries'>[] {
  const groups = new Map(ownGroups.map((group) => [group.key, group]))
  for (const { menuKey, group } of resources)
    if (group && !groups.has(groupKeyOf(menuKey)))
      groups.set(groupKeyOf(menuKey), { key: groupKeyOf(menuKey), ...group })
  return [...groups.values()].toSorted((a, b) => compareKeys(a.key, b.key))
}

function entriesOf(group: string): Page[] {
  const lists = allResources
    .filter((resource) => resource.screen)
    .map(({ menuKey, path, label, extension }) => ({
      key: menuKey,
      path: `/${path}`,
      label,
      ...(extension && { extension }),
    }))
  return [...customPages, ...lists]
    .filter((page) => groupKeyOf(page.key) === group)
    .toSorted((a, b) => compareKeys(a.key, b.key))
}

drawMenu()
