/** Codes of devices, on the sheet of labels and on a device's page. */
export const labels = {
  loopback: '手机打不开这里的二维码：%{host} 是本机地址，只有这台电脑能打开。请先用局域网地址或域名打开控制台。',
}
