/** What a super administrator looks after beside the entities. */
export const system = {
  outbox: {
    title: '寄件匣',
    none: '寄件匣是空的',
    hint: '簡訊、郵件或微信未設定時，警報訊息和註冊驗證碼會存放在這裡。',
    at: '時間',
    way: '方式',
    recipient: '收件人',
    content: '內容',
    reason: '未寄出的原因',
  },
}
