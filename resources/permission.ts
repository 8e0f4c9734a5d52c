import { superAccess } from './kit/access.ts'
import { defineResource, f } from './kit/define.ts'

/** Permission type: a named group of permissions that users have in `typemap`. The list of the spec has no paging. */
export const permissiontype = defineResource({
  path: 'permissionCenter/permissiontype',
  api: 'godbPermissiontype',
  table: 'permissiontype',
  menuKey: '7-4',
  label: ['权限类型', '權限類型', 'Permission types'],
  noun: ['权限类型', '權限類型', 'Permission type'],
  screen: true,
  access: { create: superAccess, edit: superAccess, delete: superAccess },
  scope: { project: null },
  title: 'name',
  fields: {
    name: f.text(['类型名称', '類型名稱', 'Name'], {
      required: true,
      rules: ['special'],
      max: 60,
      unique: 'platform',
      search: true,
    }),
    explained: f.longText(['备注', '備註', 'Remarks'], { max: 500 }),
  },
  list: ['name', 'id', 'explained'],
  form: [{ fields: ['name', 'explained'] }],
  unpaged: true,
  hook: 'permissiontype',
})

/** Permission: a call of the platform that a permission type may allow. */
export const permission = defineResource({
  path: 'permissionCenter/permission',
  api: 'godbPermission',
  table: 'permission',
  menuKey: '7-3',
  label: ['权限管理', '權限管理', 'Permissions'],
  noun: ['权限', '權限', 'Permission'],
  screen: true,
  access: { create: superAccess, edit: superAccess, delete: superAccess },
  scope: { project: null },
  title: 'name',
  fields: {
    name: f.text(['权限名称', '權限名稱', 'Name'], { required: true, rules: ['special'], max: 60, search: true }),
    requesturl: f.text(['请求地址', '請求位址', 'Request URL'], { required: true, max: 200, search: true }),
    requesttype: f.text(['请求方法', '請求方法', 'Request method'], { max: 10 }),
    typeid: f.ref(['权限类型', '權限類型', 'Permission type'], { to: 'permissionCenter/permissiontype' }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: ['name', 'id', ['requesturl', 'requesttype'], 'typeid', 'explained'],
  form: [{ fields: ['name', 'typeid', 'requesturl', 'requesttype', 'explained'] }],
})
