import { defineResource, f } from './kit/define.ts'
import { TURN_UNIT } from './kit/duty/record.ts'

/**
 * Roster: who is on call when. Contacts take turns, because contacts are who can be notified; alarms are also assigned
 * to the user linked to a contact.
 */
export const roster = defineResource({
  path: 'alarmConfig/roster',
  api: 'alarmRoster',
  table: 'alarmroster',
  menuKey: '4-8',
  extension: 'rosters',
  label: ['值班组', '值班組', 'Rosters'],
  noun: ['值班组', '值班組', 'Roster'],
  screen: true,
  access: { create: '4-8-2', edit: '4-8-3', delete: '4-8-4' },
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
    people: f.ref(['值班人员', '值班人員', 'People'], {
      to: 'alarmConfig/user',
      many: true,
      required: true,
      input: 'rosterPeople',
      column: 'onCallNow',
      help: [
        '报警联系人，按此顺序轮流值班',
        '警報聯絡人，依此順序輪流值班',
        'Alarm contacts, who take turns in this order',
      ],
    }),
    every: f.int(['每班', '每班', 'A turn lasts'], { required: true, default: 1, min: 1, max: 99 }),
    unit: f.choice(['单位', '單位', 'Unit'], {
      required: true,
      default: TURN_UNIT.weeks,
      options: [
        { value: TURN_UNIT.days, label: ['天', '天', 'Days'] },
        { value: TURN_UNIT.weeks, label: ['周', '週', 'Weeks'] },
      ],
    }),
    handover: f.text(['交接时间', '交接時間', 'Handover'], {
      required: true,
      rules: ['clock'],
      max: 5,
      input: 'clockTime',
      help: ['平台时区的时间', '平台時區的時間', "In the platform's time zone"],
    }),
    starts: f.date(['第一班始于', '第一班始於', 'First turn on'], { required: true }),
    exceptions: f.json(['例外', '例外', 'Exceptions'], { rules: ['rosterExceptions'], input: 'rosterExceptions' }),
    stand_ins: f.ref(['替班人员', '替班人員', 'Stand-ins'], {
      to: 'alarmConfig/user',
      many: true,
      readOnly: true,
      hidden: true,
    }),
    explained: f.longText(['备注', '備註', 'Remarks'], { max: 500 }),
  },
  list: ['name', 'people', 'every', 'unit', 'handover', 'project_id', 'explained'],
  form: [
    { fields: ['name', 'project_id', 'people'] },
    {
      label: ['轮换', '輪換', 'Rotation'],
      fields: ['every', 'unit', 'handover', 'starts'],
    },
    { label: ['例外与预览', '例外與預覽', 'Exceptions and preview'], fields: ['exceptions'] },
    { fields: ['explained'] },
  ],
  formWidth: 720,
  filters: ['project'],
  dialogs: [{ name: 'calendar', slot: 'onCallCalendar', label: ['值班日历', '值班行事曆', 'Who is on call'] }],
  hook: 'roster',
})
