import { defineResource, f } from './kit/define.ts'

/**
 * Product model (device type): defines by its node maps what a kind of device measures. Spec 2 §2; only the super
 * administrator may change it.
 */
export const product = defineResource({
  path: 'manage/product',
  api: 'godbDevicetype',
  table: 'devicetype',
  menuKey: '3-1',
  label: ['产品型号', '產品型號', 'Product models'],
  noun: ['产品型号', '產品型號', 'Product model'],
  screen: true,
  access: {
    create: { code: '3-1-2', superOnly: true },
    edit: { code: '3-1-3', superOnly: true },
    delete: { code: '3-1-4', superOnly: true },
  },
  scope: { project: null },
  title: 'name',
  fields: {
    name: f.text(['型号名称', '型號名稱', 'Name'], {
      required: true,
      rules: ['special'],
      max: 60,
      unique: 'platform',
      search: true,
    }),
    product_type: f.dict(['产品类别', '產品類別', 'Category'], { dict: 'DeviceProductType', required: true }),
    other_params: f.longText(['其他参数', '其他參數', 'Other parameters'], { wrapped: true, max: 1000 }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: ['name', 'product_type', 'other_params', 'explained'],
  form: [{ fields: ['name', 'product_type', 'other_params', 'explained'] }],
})

/**
 * Node map: one node of a product model, with the address under which devices send it. Managed within the product's
 * screen (3-1-5).
 */
export const nodemap = defineResource({
  path: 'manage/product/nodemap',
  api: 'godbNodemap',
  table: 'nodemap',
  menuKey: '3-1',
  label: ['节点映射', '節點對應', 'Node maps'],
  noun: ['节点映射', '節點對應', 'Node map'],
  screen: false,
  access: { create: '3-1-5', edit: '3-1-5', delete: '3-1-5' },
  scope: { project: null },
  title: 'alias',
  fields: {
    devicetype_id: f.ref(['产品型号', '產品型號', 'Product model'], {
      to: 'manage/product',
      required: true,
      fixed: true,
      hidden: true,
    }),
    node_id: f.ref(['节点', '節點', 'Node'], { to: 'manage/node', required: true, fixed: true }),
    alias: f.text(['别名', '別名', 'Alias'], { required: true, rules: ['special'], max: 60, search: true }),
    nodeaddr: f.int(['节点地址', '節點位址', 'Node address'], { required: true, min: 0, max: 65535, fixed: true }),
    key_msg: f.text(['报文键名', '訊息鍵名', 'Message key'], { wrapped: true, max: 60 }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      superOnly: true,
      hidden: true,
    }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500, fixed: true }),
  },
  list: ['alias', 'node_id', 'nodeaddr', 'key_msg', 'explained'],
  form: [{ fields: ['node_id', 'alias', 'nodeaddr', 'key_msg', 'explained'] }],
  within: { path: 'manage/product', by: 'devicetype_id', call: 'godbNodemapNodeInfoByType/{id}' },
  hook: 'nodemap',
})
