/** Viewing a past moment, over the live list and at the bell: what it shows, and what is unknown. */
export const moment = {
  label: '历史时刻',
  alarms: '当时持续的报警 %{smart_count} 条',
  part: '仅标出最近触发的 %{smart_count} 条',
  alarmsWait: '正在读取当时的报警',
  alarmsUnread: '当时的报警未能读取',
  noAlarms: '当时的报警未知',
  values: '测值为此前一小时内最后一次可信的',
  valuesUnread: '部分测值未能读取',
  noValues: '平台不提供当时的测值',
  unknown: '当时是否在线、停用、维护未知',
  bell: '%{time} 持续的报警 %{smart_count} 条',
  bellNow: '此数为现在的，%{time} 的报警未知',
  bellUnknown: '%{time} 的报警未知',
}
