/** Pages for super administrators besides the entities. */
export const system = {
  outbox: {
    none: '发件箱是空的',
    hint: '短信、邮件或微信未配置时，报警消息和注册验证码会存放在这里。',
    at: '时间',
    way: '方式',
    recipient: '收件人',
    content: '内容',
    reason: '未发出的原因',
  },
  codes: {
    none: '没有保留的设备编号',
    hint: '设备删除或换号后，原编号仍归其项目所有；释放后其他项目才能使用。',
    search: '搜索设备编号',
    sn: '设备编号',
    project: '所属项目',
    since: '保留自',
    release: '释放',
    releaseOf: '释放 %{sn}',
    ask: '释放设备编号',
    askText: '释放后，任何项目的设备都可以使用编号 %{sn}，用它上报的数据将归新设备所有。',
    released: '编号 %{sn} 已释放',
  },
}
