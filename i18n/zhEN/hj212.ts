import type { Like } from '../types.ts'
import type { hj212 as base } from '../zhCN/hj212.ts'

export const hj212: Like<typeof base> = {
  tab: 'HJ 212',
  pw: 'Password',
  knocks: 'Stations that knock',
}
