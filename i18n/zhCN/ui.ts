/** The small parts all screens are made of. */
export const ui = {
  find: '查找%{name}',
  clear: '清除%{name}',
  loading: '加载中…',
  nothing: '没有匹配项',
}
