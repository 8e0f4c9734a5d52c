import { defineResource, f } from './kit/define.ts'

/**
 * Gateway: the network unit that connects a site's devices. Spec 2 §2, §3, §5. The spec defines no code for create or
 * import.
 */
export const gateway = defineResource({
  path: 'manage/gateway',
  api: 'godbGateway',
  table: 'gateway',
  menuKey: '3-4',
  label: ['网关管理', '閘道管理', 'Gateways'],
  noun: ['网关', '閘道', 'Gateway'],
  screen: true,
  access: { create: null, edit: '3-4-3', delete: '3-4-4', import: null },
  scope: { project: 'project_id' },
  title: 'name',
  dialogs: [{ name: 'detail', slot: 'gatewayDetail', label: ['查看详情', '檢視詳情', 'Details'] }],
  fields: {
    name: f.text(['网关名称', '閘道名稱', 'Name'], { required: true, rules: ['special'], max: 60, search: true }),
    regcode: f.text(['注册码', '註冊碼', 'Registration code'], {
      required: true,
      rules: ['digits'],
      max: 20,
      unique: 'platform',
      search: true,
    }),
    protocol_type: f.dict(['协议类型', '協定類型', 'Protocol'], { dict: 'ProtocalType', required: true }),
    iccid: f.text(['ICCID', 'ICCID', 'ICCID'], { wrapped: true, rules: ['alnum'], max: 20, search: true }),
    iccid_firm: f.dict(['SIM 运营商', 'SIM 電信商', 'SIM provider'], {
      dict: 'ICCIDServiceProviderValue',
      asked: { when: { field: 'iccid', filled: true } },
    }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      required: true,
      superOnly: true,
    }),
    issingle: f.flag(['独立接入', '獨立連線', 'Standalone'], { default: 0, hidden: true }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
    getewayisonline: f.flag(['状态', '狀態', 'State'], {
      computed: true,
      column: 'online',
      options: [
        ['离线', '離線', 'Offline'],
        ['在线', '線上', 'Online'],
      ],
    }),
  },
  list: [['name', 'regcode'], 'protocol_type', 'getewayisonline', ['iccid', 'iccid_firm'], 'project_id', 'explained'],
  form: [
    { fields: ['name', 'regcode', 'protocol_type', 'project_id'] },
    { label: ['SIM 卡与备注', 'SIM 卡與備註', 'SIM card and remarks'], fields: ['iccid_firm', 'iccid', 'explained'] },
  ],
  csv: ['name', 'regcode', 'protocol_type', 'iccid', 'iccid_firm', 'explained'],
  filters: ['project'],
  bulk: [
    { slot: 'renew', needs: 'edit' },
    { slot: 'remove', needs: 'delete' },
  ],
  hook: 'gateway',
})
