import { defineResource, f } from './kit/define.ts'
import { messageLanguages } from './messageLanguages.ts'

/** Alarm contact: a person who is notified of alarms by phone, email or WeChat. Spec 2 §2, §3, §5. */
export const contact = defineResource({
  path: 'alarmConfig/user',
  api: 'godbAlarminfo',
  table: 'alarminfo',
  menuKey: '4-2',
  label: ['报警联系人', '警報聯絡人', 'Alarm contacts'],
  noun: ['联系人', '聯絡人', 'Contact'],
  screen: true,
  access: { create: '4-2-2', edit: '4-2-3', delete: '4-2-4' },
  scope: { project: 'project_id', district: 'district_id' },
  title: 'alarm_name',
  fields: {
    alarm_name: f.text(['姓名', '姓名', 'Name'], { required: true, rules: ['special'], max: 60, search: true }),
    alarm_phone: f.text(['手机号', '手機號碼', 'Phone'], {
      wrapped: true,
      rules: ['phone'],
      search: true,
      oneOf: ['alarm_email'],
    }),
    alarm_email: f.text(['邮箱', '電子郵件', 'Email'], {
      wrapped: true,
      rules: ['email'],
      max: 100,
      search: true,
      column: 'email',
    }),
    alarm_wechat: f.text(['微信', '微信', 'WeChat'], { wrapped: true, max: 60, hidden: true, column: 'wechatBinding' }),
    alarm_type: f.choice(['类型', '類型', 'Type'], {
      hidden: true,
      options: [
        { value: 1, label: ['邮件', '電子郵件', 'Email'] },
        { value: 2, label: ['短信', '簡訊', 'Text message'] },
        { value: 3, label: ['微信', '微信', 'WeChat'] },
      ],
    }),
    language: f.choice(['消息语言', '訊息語言', 'Language'], {
      default: 0,
      extension: 'contact-language',
      options: messageLanguages,
      help: [
        '报警短信、邮件和微信所用的语言',
        '警報簡訊、電子郵件與微信所用的語言',
        'Language of the alarm messages to this contact',
      ],
    }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      required: true,
      superOnly: true,
    }),
    district_id: f.ref(['所属区域', '所屬區域', 'Area'], { to: 'manage/area', required: true }),
    user_id: f.ref(['用户', '使用者', 'User'], {
      to: 'permissionCenter/user',
      extension: 'rosters',
      help: [
        '值班时指派给值班组的报警归此用户',
        '值班時指派給值班組的警報歸此使用者',
        "While the contact is on call, alarms given to the roster are this user's",
      ],
    }),
  },
  list: ['alarm_name', 'alarm_phone', 'alarm_email', 'alarm_wechat', ['district_id', 'project_id']],
  form: [{ fields: ['alarm_name', 'alarm_phone', 'alarm_email', 'language', 'project_id', 'district_id', 'user_id'] }],
  filters: ['project'],
  dialogs: [{ name: 'bind', slot: 'wechatBinding', label: ['绑定微信', '綁定微信', 'Link WeChat'], needs: 'edit' }],
  cloned: { alarm_wechat: '' },
  hook: 'contact',
})
