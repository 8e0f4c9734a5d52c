import { defineResource, f } from './kit/define.ts'
import { messageLanguages } from './messageLanguages.ts'

/** Kinds of channels: a robot of a group chat, a webhook, the browsers of users who opted in. */
export const CHANNEL_KIND = { dingtalk: 1, wecom: 2, feishu: 3, webhook: 4, push: 5 } as const

/**
 * A channel for alarm messages in addition to those of contacts. A robot's address gives access to its group, so it is
 * stored as a secret.
 */
export const channel = defineResource({
  path: 'alarmConfig/channel',
  api: 'alarmChannel',
  table: 'alarmchannel',
  menuKey: '4-6',
  extension: 'alarm-channels',
  label: ['通知渠道', '通知管道', 'Channels'],
  noun: ['通知渠道', '通知管道', 'Channel'],
  screen: true,
  access: { create: '4-6-2', edit: '4-6-3', delete: '4-6-4' },
  scope: { project: 'project_id' },
  title: 'name',
  fields: {
    name: f.text(['渠道名称', '管道名稱', 'Name'], { required: true, rules: ['special'], max: 60, search: true }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      required: true,
      superOnly: true,
    }),
    kind: f.choice(['类型', '類型', 'Kind'], {
      required: true,
      default: CHANNEL_KIND.dingtalk,
      input: 'channelKind',
      options: [
        { value: CHANNEL_KIND.dingtalk, code: 'dingtalk', label: ['钉钉群机器人', '釘釘群組機器人', 'DingTalk robot'] },
        { value: CHANNEL_KIND.wecom, code: 'wecom', label: ['企业微信群机器人', '企業微信群組機器人', 'WeCom robot'] },
        { value: CHANNEL_KIND.feishu, code: 'feishu', label: ['飞书群机器人', '飛書群組機器人', 'Feishu robot'] },
        { value: CHANNEL_KIND.webhook, code: 'webhook', label: ['网络回调', '網路回呼', 'Webhook'] },
        { value: CHANNEL_KIND.push, code: 'push', label: ['浏览器推送', '瀏覽器推播', 'Browser push'] },
      ],
    }),
    url: f.text(['地址', '網址', 'Address'], {
      required: true,
      secret: true,
      input: 'channelAddress',
      rules: ['url'],
      max: 500,
      when: { field: 'kind', in: [1, 2, 3, 4] },
      help: [
        '机器人或接收方的 https:// 地址；保存后不再显示，留空则不变',
        '機器人或接收方的 https:// 網址；儲存後不再顯示，留空則不變',
        'The https:// address of the robot or receiver; not shown once saved, leave it empty to keep it',
      ],
    }),
    host: f.text(['发往', '傳送至', 'Goes to'], { readOnly: true }),
    secret: f.text(['签名密钥', '簽章金鑰', 'Signing secret'], {
      secret: true,
      max: 300,
      when: { field: 'kind', in: [1, 3, 4] },
      help: [
        '钉钉和飞书“加签”的密钥；网络回调用它计算 X-Signature',
        '釘釘和飛書「加簽」的金鑰；網路回呼用它計算 X-Signature',
        'The secret DingTalk and Feishu sign with; webhooks use it for X-Signature',
      ],
    }),
    language: f.choice(['消息语言', '訊息語言', 'Language'], {
      default: 0,
      when: { field: 'kind', in: [1, 2, 3, 4] },
      options: messageLanguages,
    }),
    enable: f.flag(['启用', '啟用', 'Enabled'], { default: 1, column: 'switch' }),
    explained: f.longText(['备注', '備註', 'Remarks'], { max: 500 }),
  },
  list: ['name', 'kind', 'host', 'language', 'enable', 'project_id', 'explained'],
  form: [{ fields: ['name', 'project_id', 'kind', 'url', 'secret', 'language', 'enable', 'explained'] }],
  formWidth: 560,
  filters: ['project'],
  dialogs: [
    { name: 'test', slot: 'channelTest', label: ['测试与记录', '測試與記錄', 'Test and results'], needs: 'edit' },
  ],
  cloned: { enable: 1 },
  hook: 'channel',
})
