import type { Like } from '../types.ts'
import type { video as base } from '../zhCN/video.ts'

export const video: Like<typeof base> = {
  picture: '圖片',
  preview: '%{name} 的圖片',
  stream: '直播串流',
  file: '影片檔',
}
