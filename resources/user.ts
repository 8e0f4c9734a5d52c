import { defineResource, f } from './kit/define.ts'

/**
 * System user. Spec 2 §2, §3, §5. `super_id` is both the parent user and the role: 1 super administrator, 2 project
 * administrator.
 */
export const user = defineResource({
  path: 'permissionCenter/user',
  api: 'godbSystemuser',
  table: 'systemuser',
  menuKey: '7-1',
  label: ['用户管理', '使用者管理', 'Users'],
  noun: ['用户', '使用者', 'User'],
  screen: true,
  access: { create: '7-1-2', edit: '7-1-3', delete: '7-1-4', password: '7-1-5' },
  scope: { project: 'project_id' },
  title: 'username',
  fields: {
    username: f.text(['用户名', '使用者名稱', 'Username'], {
      required: true,
      rules: ['special'],
      max: 60,
      unique: 'platform',
      fixed: true,
      search: true,
    }),
    nickname: f.text(['昵称', '暱稱', 'Nickname'], { required: true, rules: ['special'], max: 60, search: true }),
    password: f.text(['密码', '密碼', 'Password'], { secret: true, readOnly: true, hidden: true, max: 300 }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], { to: 'permissionCenter/project', superOnly: true }),
    super_id: f.int(['上级用户', '上層使用者', 'Parent user'], {
      superOnly: true,
      seen: true,
      required: true,
      min: 1,
      default: 2,
      input: 'parentUser',
      column: 'parentUser',
    }),
    emailurl: f.text(['邮箱', '電子郵件', 'Email'], { wrapped: true, rules: ['email'], max: 100, column: 'email' }),
    phonenum: f.text(['手机号', '手機號碼', 'Phone'], { wrapped: true, rules: ['phone'] }),
    typemap: f.ref(['权限类型', '權限類型', 'Permission types'], {
      to: 'permissionCenter/permissiontype',
      many: true,
      wrapped: true,
    }),
    menu_control: f.json(['菜单与按钮', '選單與按鈕', 'Menus and buttons'], { wrapped: true }),
    distr_map: f.ref(['管理区域', '管理區域', 'Managed areas'], { to: 'manage/area', many: true, wrapped: true }),
    user_token: f.text(['用户凭证', '使用者憑證', 'User credential'], {
      readOnly: true,
      ownerOnly: true,
      column: 'userToken',
    }),
    changepassword: f.flag(['须修改密码', '須變更密碼', 'Must change password'], {
      readOnly: true,
      hidden: true,
      default: 0,
    }),
    disabled: f.flag(['停用', '停用', 'Disabled'], {
      default: 0,
      extension: 'disabled',
      options: [
        ['未停用', '未停用', 'Not disabled'],
        ['已停用', '已停用', 'Disabled'],
      ],
    }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: [['username', 'nickname'], 'id', 'super_id', ['phonenum', 'emailurl'], 'user_token', 'project_id', 'explained'],
  form: [
    {
      fields: [
        'username',
        'nickname',
        'super_id',
        'project_id',
        'phonenum',
        'emailurl',
        'menu_control',
        'typemap',
        'distr_map',
        'explained',
        'disabled',
      ],
    },
  ],
  formSlot: 'userForm',
  formWidth: 600,
  dialogs: [
    { name: 'password', slot: 'userPassword', needs: 'password', label: ['修改密码', '變更密碼', 'Change password'] },
  ],
  filters: ['project'],
  hook: 'user',
})
