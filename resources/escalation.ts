import { defineResource, f } from './kit/define.ts'

/**
 * Escalation of an alarm that no user acknowledges: whom it notifies next, and after how many minutes. A rule names
 * one.
 */
export const escalation = defineResource({
  path: 'alarmConfig/escalation',
  api: 'alarmEscalation',
  table: 'alarmescalation',
  menuKey: '4-9',
  extension: 'escalation',
  label: ['升级流程', '升級流程', 'Escalations'],
  noun: ['升级流程', '升級流程', 'Escalation'],
  screen: true,
  access: { create: '4-9-2', edit: '4-9-3', delete: '4-9-4' },
  scope: { project: 'project_id' },
  title: 'name',
  fields: {
    name: f.text(['名称', '名稱', 'Name'], { required: true, rules: ['special'], max: 60, search: true }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      required: true,
      superOnly: true,
      fixed: true,
    }),
    steps: f.json(['步骤', '步驟', 'Steps'], {
      required: true,
      rules: ['escalationSteps'],
      input: 'escalationSteps',
      column: 'escalationSteps',
      help: [
        '从报警开始计时；有人接手、报警结束或关闭后停止，暂缓期间等待',
        '從警報開始計時；有人接手、警報結束或關閉後停止，暫緩期間等待',
        'Counted from the start of the alarm; the steps stop once a user has taken it, or it is over or closed, and wait while it is snoozed',
      ],
    }),
    rosters: f.ref(['值班组', '值班組', 'Rosters'], {
      to: 'alarmConfig/roster',
      many: true,
      readOnly: true,
      hidden: true,
    }),
    contacts: f.ref(['联系人', '聯絡人', 'Contacts'], {
      to: 'alarmConfig/user',
      many: true,
      readOnly: true,
      hidden: true,
    }),
    channels: f.ref(['通知渠道', '通知管道', 'Channels'], {
      to: 'alarmConfig/channel',
      many: true,
      readOnly: true,
      hidden: true,
    }),
    explained: f.longText(['备注', '備註', 'Remarks'], { max: 500 }),
  },
  list: ['name', 'steps', 'project_id', 'explained'],
  form: [{ fields: ['name', 'project_id', 'steps', 'explained'] }],
  formWidth: 720,
  filters: ['project'],
  hook: 'escalation',
})
