import type { Like } from '../types.ts'
import type { noise as base } from '../zhCN/noise.ts'

export const noise: Like<typeof base> = {
  title: '噪音統計',
  leq: '均能音量 Leq',
  ld: '日間 Ld（6～22 時）',
  ln: '夜間 Ln（22～6 時）',
  ldn: '日夜 Ldn',
  l10: 'L10',
  l50: 'L50',
  l90: 'L90',
  lmax: '最大 Lmax',
  said: {
    l10: '10 % 的時間超過此值，近於峰值',
    l50: '50 % 的時間超過此值，即中位數',
    l90: '90 % 的時間超過此值，近於背景值',
  },
  limits: '%{zone}：日間限值 %{day} dB，夜間限值 %{night} dB',
  noZone: '未設功能區，無法判斷是否超標',
  limit: '限值 %{limit} dB',
  covered: '資料涵蓋 %{percent} %',
  few: '資料不足（低於 %{percent} %），不判斷是否超標',
  none: '此時段沒有噪音資料',
  long: '時段較長，需讀取全部樣本',
  work: '計算',
}
