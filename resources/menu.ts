import { allResources } from './index.ts'
import type { Label } from './kit/define.ts'

/** A page that is not a resource's list. */
export interface Page {
  key: string
  path: string
  label: Label
}

export interface MenuGroup {
  key: string
  label: Label
  /** Name of its picture; the console maps it to an icon. */
  icon: 'monitor' | 'manage' | 'alarm' | 'push' | 'config' | 'permission'
  entries: readonly Page[]
}

/** The custom pages of spec 1 §2.1 that exist. src/pages/index.ts fills each with a component. */
export const customPages = [{ key: '2-1', path: '/monitor/data', label: ['实时数据', '即時資料', 'Real-time data'] }] as const satisfies readonly Page[]

export type CustomPageKey = (typeof customPages)[number]['key']

const groups: readonly Omit<MenuGroup, 'entries'>[] = [
  { key: '2', icon: 'monitor', label: ['监测中心', '監測中心', 'Monitoring'] },
  { key: '3', icon: 'manage', label: ['管理中心', '管理中心', 'Management'] },
  { key: '4', icon: 'alarm', label: ['报警配置', '警報設定', 'Alarm settings'] },
  { key: '5', icon: 'push', label: ['推送服务', '推送服務', 'Push service'] },
  { key: '6', icon: 'config', label: ['配置中心', '組態中心', 'Configuration'] },
  { key: '7', icon: 'permission', label: ['权限中心', '權限中心', 'Permissions'] },
]

/** The side menu of spec 1 §2.4: groups with what lies under them, in order; a group without entries is left out. */
export const menu: readonly MenuGroup[] = groups
  .map((group) => ({ ...group, entries: entriesOf(group.key) }))
  .filter((group) => group.entries.length > 0)

function entriesOf(group: string): Page[] {
  const lists = allResources.filter((resource) => resource.screen).map(({ menuKey, path, label }) => ({ key: menuKey, path: `/${path}`, label }))
  return [...customPages, ...lists].filter((page) => page.key.startsWith(`${group}-`)).toSorted((a, b) => a.key.localeCompare(b.key))
}
