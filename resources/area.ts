import { defineResource, f } from './kit/define.ts'

/** The id of the root that all areas are in; the root itself is not an area. */
export const ROOT_AREA = 1

/**
 * Area: a district of the city, a node of the tree by which everything is grouped. Spec 2 §2, §3. An area whose parent
 * is the root is at the top.
 */
export const area = defineResource({
  path: 'manage/area',
  api: 'godbDistrict',
  table: 'district',
  menuKey: '3-2',
  label: ['区域管理', '區域管理', 'Areas'],
  noun: ['区域', '區域', 'Area'],
  screen: true,
  access: { create: '3-2-2', edit: '3-2-3', delete: '3-2-4', import: '3-2-5' },
  scope: { project: 'project_id', district: 'id' },
  title: 'name',
  fields: {
    name: f.text(['区域名称', '區域名稱', 'Name'], { required: true, rules: ['special'], max: 60, search: true }),
    superid: f.ref(['上级区域', '上層區域', 'Parent area'], { to: 'manage/area', required: true, default: 1 }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      required: true,
      superOnly: true,
    }),
    pin_code: f.text(['识别码', '識別碼', 'Identifier'], { readOnly: true }),
    build_state: f.choice(['建设状态', '建設狀態', 'Build state'], {
      default: 0,
      help: [
        '建设中或停用时，区域内设备均显示离线',
        '建設中或停用時，區域內裝置均顯示離線',
        'While it is under construction or closed, all its devices show as offline',
      ],
      options: [
        { value: 0, label: ['已启用', '已啟用', 'In service'] },
        { value: 1, label: ['建设中', '建設中', 'Under construction'] },
        { value: 2, label: ['已停用', '已停用', 'Closed'] },
      ],
    }),
    positional: f.polygon(['边界', '邊界', 'Boundary'], { wrapped: true }),
  },
  list: ['name', 'id', 'pin_code', 'superid', 'build_state', 'project_id'],
  form: [{ fields: ['name', 'superid', 'project_id', 'build_state', 'positional'] }],
  csv: ['name', 'superid'],
  filters: ['project'],
  tree: { parent: 'superid', root: ROOT_AREA, superTop: true },
  question: 'areaMove',
  hook: 'area',
})
