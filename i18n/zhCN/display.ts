/** Display screens: cards, putting one on top, and the external editor. */
export const display = {
  makeTop: '置顶',
  isTop: '已置顶',
  madeTop: '已置顶 %{name}',
  design: '编辑画面',
  designNamed: '编辑画面：%{name}',
  opens: '在新标签页打开',
  noRights: '需要同时拥有权限类型 2、3、4',
  noEditor: '未设置大屏编辑器的地址（HMI_URL），请联系管理员',
  noCover: '暂无封面',
  vip: 'VIP',
}
