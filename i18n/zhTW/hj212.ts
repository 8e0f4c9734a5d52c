import type { Like } from '../types.ts'
import type { hj212 as base } from '../zhCN/hj212.ts'

export const hj212: Like<typeof base> = {
  tab: 'HJ 212',
  pw: '密碼',
  key: 'SM4 金鑰（2025）',
  knocks: '未連入測站',
}
