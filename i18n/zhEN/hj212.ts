import type { Like } from '../types.ts'
import type { hj212 as base } from '../zhCN/hj212.ts'

export const hj212: Like<typeof base> = {
  tab: 'HJ 212',
  pw: 'Password',
  key: 'SM4 key (2025)',
  knocks: 'Refused stations',
}
