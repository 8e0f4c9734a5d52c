/** The form for the cleaners that a device monitors. */
export const cleaners = {
  line: '保洁员 %{number}',
  remove: '移除保洁员 %{number}',
  add: '添加保洁员',
}
