/** The push service, beyond what its definitions name. */
export const north = {
  ok: '成功',
  failed: '失败',
  lastPush: '上次推送',
  never: '还没有推送过。',
  failures: '连续失败 %{count} 次',
  next: '下次 %{time}',
  stopped: '接口已停止，运行后才会推送。',
  preview: '内容预览',
  type: '格式',
  document: '推送内容',
  about: '%{type} · %{smart_count} 台设备 · %{size} 字节',
  noPreview: '此平台不提供预览。',
  refresh: '刷新预览',
  pushNow: '立即推送',
  pushing: '正在推送',
  rows: {
    newBelow: '在 %{name} 下新建',
    addBelow: '在 %{name} 下添加',
    deleteNamed: '删除 %{name}',
    withBelow: '它下面的 %{count} 行将一并删除。',
  },
}
