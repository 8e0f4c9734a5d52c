/** What a super administrator looks after beside the entities. */
export const system = {
  outbox: {
    title: '发件箱',
    none: '发件箱是空的',
    hint: '短信、邮件或微信未配置时，报警消息和注册验证码会存放在这里。',
    at: '时间',
    way: '方式',
    recipient: '收件人',
    content: '内容',
    reason: '未发出的原因',
  },
}
