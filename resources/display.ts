import { defineResource, f } from './kit/define.ts'

/** Users who hold the three permission types may edit display screens (spec 2 §6). */
const editing = { code: null, types: [2, 3, 4] } as const

/**
 * Display screen (HMI): a configured picture that an external viewer shows. Spec 2 §2, §3; the external editor is
 * opened by other code.
 */
export const display = defineResource({
  path: 'peizhiCenter/hmi',
  api: 'godbDatashow',
  table: 'datashow',
  menuKey: '6-1',
  label: ['组态大屏', '組態畫面', 'Display screens'],
  noun: ['大屏', '畫面', 'Display screen'],
  screen: true,
  access: { create: editing, edit: editing, delete: editing },
  scope: { project: 'project_id', district: 'district_id' },
  title: 'name',
  fields: {
    name: f.text(['名称', '名稱', 'Name'], { required: true, rules: ['special'], max: 60, search: true }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      required: true,
      superOnly: true,
    }),
    district_id: f.ref(['所属区域', '所屬區域', 'Area'], { to: 'manage/area', required: true }),
    resolution: f.text(['分辨率', '解析度', 'Resolution'], { max: 20, default: '1920x1080' }),
    imginfo: f.image(['封面', '封面', 'Cover'], {
      wrapped: true,
      help: ['png、jpg 或 gif，不超过 5 MB', 'png、jpg 或 gif，不超過 5 MB', 'png, jpg or gif, at most 5 MB'],
    }),
    istop: f.flag(['置顶', '置頂', 'Pinned'], { default: 0, readOnly: true }),
    jsondata: f.json(['画面数据', '畫面資料', 'Screen data'], { wrapped: true, hidden: true }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: ['name', 'imginfo', 'istop', 'resolution', ['district_id', 'project_id'], 'explained'],
  form: [{ fields: ['name', 'project_id', 'district_id', 'resolution', 'imginfo', 'explained'] }],
  formWidth: 600,
  filters: ['project'],
  commands: [
    { slot: 'displayTop', needs: 'edit', button: true },
    { slot: 'designDisplay', button: true },
  ],
  view: 'displayCards',
  hook: 'display',
})
