/** The form of who cleans what a device watches over. */
export const cleaners = {
  line: '保洁员 %{number}',
  remove: '移除保洁员 %{number}',
  add: '添加保洁员',
}
