import type { Like } from '../types.ts'
import type { video as base } from '../zhCN/video.ts'

export const video: Like<typeof base> = {
  picture: 'Picture',
  preview: 'Picture of %{name}',
  stream: 'Live stream',
  file: 'Video file',
}
