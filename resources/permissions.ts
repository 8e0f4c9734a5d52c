import { allResources } from './index.ts'
import { grantableCode } from './kit/access.ts'
import type { Extension } from './kit/extensions.ts'
import type { Access, Action, Label, Resource } from './kit/define.ts'
import { bigScreen, compareKeys, customPages, menu, overview, type Button, type Page } from './menu.ts'

/**
 * A permission that can be granted, with those under it. The key of a page opens the page; the keys below it are its
 * buttons.
 */
export interface Permission {
  key: string
  label: Label
  /** As in Button. */
  apart?: boolean
  extension?: Extension
  children: readonly Permission[]
}

/**
 * Returns every key that a user's `menu_control` can contain, in the order of the menu: groups, their pages, the
 * buttons on each, taken only from the current definitions. Actions reserved for the super administrator cannot be
 * granted and are not included.
 */
export function permissionTree(): Permission[] {
  const groups = menu.map(({ key, label, entries }) => ({ key, label, children: entries.map(pagePermission) }))
  const taken = new Set(groups.map(({ key }) => key))
  return [
    ...groups,
    ...ofTheFrame.filter(({ key }) => !taken.has(key)).map(({ key, label }) => ({ key, label, children: [] })),
  ].toSorted((a, b) => compareKeys(a.key, b.key))
}

/** Keys that open no page of the menu: the overview and the functions of the top bar and the dashboard (spec 1 §6). */
const ofTheFrame: readonly Omit<Permission, 'children'>[] = [
  overview,
  bigScreen,
  { key: '9', label: ['组态大屏', '組態畫面', 'Display screens'] },
  { key: '10', label: ['微信与状态面板', '微信與狀態面板', 'WeChat and status panel'] },
]

function pagePermission({ key, label }: Page): Permission {
  const custom: Page | undefined = customPages.find((page) => page.key === key)
  const buttons = new Map<string, Button>((custom?.buttons ?? []).map((button) => [button.key, button]))
  for (const resource of allResources)
    if (resource.menuKey === key)
      for (const [code, text] of codesOf(resource))
        if (!buttons.has(code)) buttons.set(code, { key: code, label: text })
  return {
    key,
    label,
    children: [...buttons.values()]
      .map((button) => ({ ...button, children: [] }))
      .toSorted((a, b) => compareKeys(a.key, b.key)),
  }
}

/**
 * Returns the codes of a resource with their labels. A code that covers several actions is labelled as the management
 * of the records.
 */
function codesOf(resource: Resource): Map<string, Label> {
  const actions = new Map<string, (Action | 'list')[]>()
  for (const [action, access] of Object.entries(resource.access) as [Action | 'list', Access][]) {
    const code = grantableCode(access)
    if (code !== null && code !== resource.menuKey) actions.set(code, [...(actions.get(code) ?? []), action])
  }
  return new Map(
    [...actions].map(([code, [first, ...others]]) => [
      code,
      first && others.length === 0 ? actionWords[first] : managementOf(resource),
    ]),
  )
}

const managementOf = ({ noun: [zhCN, zhTW], label: [, , zhEN] }: Resource): Label => [
  `${zhCN}管理`,
  `${zhTW}管理`,
  `Manage ${zhEN.toLowerCase()}`,
]

const actionWords: Record<Action | 'list', Label> = {
  list: ['查看', '檢視', 'View'],
  create: ['新建', '新增', 'Create'],
  edit: ['编辑', '編輯', 'Edit'],
  delete: ['删除', '刪除', 'Delete'],
  import: ['导入', '匯入', 'Import'],
  rename: ['修改名称', '修改名稱', 'Rename'],
  batchStart: ['批量启动', '批次啟動', 'Batch start'],
  batchStop: ['批量停止', '批次停止', 'Batch stop'],
  clone: ['克隆', '複製', 'Clone'],
  password: ['修改密码', '變更密碼', 'Change password'],
}
