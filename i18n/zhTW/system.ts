/** Pages for super administrators besides the entities. */
export const system = {
  outbox: {
    none: '寄件匣是空的',
    hint: '簡訊、電子郵件或微信未設定時，警報訊息和註冊驗證碼會存放在這裡。',
    at: '時間',
    way: '方式',
    recipient: '收件人',
    content: '內容',
    reason: '未寄出的原因',
  },
  codes: {
    none: '沒有保留的裝置編號',
    hint: '裝置刪除或換號後，原編號仍歸其專案所有；釋放後其他專案才能使用。',
    search: '搜尋裝置編號',
    sn: '裝置編號',
    project: '所屬專案',
    since: '保留自',
    release: '釋放',
    releaseOf: '釋放 %{sn}',
    ask: '釋放裝置編號',
    askText: '釋放後，任何專案的裝置都可以使用編號 %{sn}，以它回報的資料將歸新裝置所有。',
    released: '編號 %{sn} 已釋放',
  },
}
