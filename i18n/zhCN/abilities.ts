/**
 * Extensions that the connected platform announces, and how the console works without the others (docs/wire.md,
 * Capabilities).
 */
export const abilities = {
  title: '平台能力',
  is: '当前平台：%{name} %{version}',
  unnamed: '此平台没有说明自己的名称和版本',
  whole: '此平台支持控制台的全部功能',
  lacking: '缺少 %{count} 项，控制台用其他方式代替',
  function: '功能',
  state: '此平台',
  has: '支持',
  notice: '没有 %{count} 项功能，详见用户菜单中的“平台能力”',
  unknown: '平台没有回答它能做什么',
}
