/** /monitor/hisdataPk. */
export const compare = {
  title: '数据对比',
  area: '区域',
  device: '设备',
  node: '节点',
  add: '添加',
  remove: '移除 %{name}',
  items: '对比项',
  month: '月份',
  ask: '查询',
  choose: '请选择对比数据：区域、设备和节点',
  twice: '该节点已在对比项中',
  most: '最多对比 %{count} 项',
  notReady: '至少添加 2 项并选择月份后才能查询',
  start: '添加要对比的节点',
  startHint: '依次选择区域、设备和节点并添加，至少 2 项，再选择月份查询。',
  emptyHint: '所选月份没有存储数据。',
}
