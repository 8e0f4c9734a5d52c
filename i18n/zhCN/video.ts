/** Videos: the source of a picture. */
export const video = {
  picture: '图片',
  preview: '%{name} 的图片',
  stream: '直播流',
  file: '视频文件',
}
