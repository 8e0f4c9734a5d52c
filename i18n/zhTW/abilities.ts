/**
 * Extensions that the connected platform announces, and how the console works without the others (docs/wire.md,
 * Capabilities).
 */
export const abilities = {
  title: '平台能力',
  is: '目前平台：%{name} %{version}',
  unnamed: '此平台沒有說明自己的名稱和版本',
  whole: '此平台支援主控台的全部功能',
  lacking: '缺少 %{count} 項，主控台以其他方式代替',
  function: '功能',
  state: '此平台',
  has: '支援',
  notice: '沒有 %{count} 項功能，詳見使用者選單中的「平台能力」',
  unknown: '平台沒有回答它能做什麼',
}
