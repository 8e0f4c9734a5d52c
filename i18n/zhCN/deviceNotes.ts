/** Notes about unusual states on the page of a device, its history and the sheet of labels. */
export const deviceNotes = {
  loopback: '手机打不开这里的二维码：%{host} 是本机地址，只有这台电脑能打开。请先用局域网地址或域名打开控制台。',
  noPushes: '没有接口推送它的数据',
  alarmsUnread: '未能读到报警，报警日没有标出',
  marksUnread: '未能读到报警或规则，图上没有标出',
}
