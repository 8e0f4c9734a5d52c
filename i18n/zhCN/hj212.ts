/** Stations that speak HJ 212: the links to their pages. */
export const hj212 = {
  tab: 'HJ 212',
  pw: '密码',
  key: 'SM4 密钥（2025）',
  knocks: '未接入站点',
}
