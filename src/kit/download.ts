/**
 * Downloads a file. Text is encoded as UTF-8, a CSV with a byte order mark for Excel; a Blob is passed on unchanged
 * (another encoding, .xlsx).
 *
 * @param name with its extension, which decides about the byte order mark
 */
export function download(name: string, content: string | Blob): void {
  const blob =
    typeof content === 'string'
      ? new Blob([name.endsWith('.csv') ? BOM : '', content], { type: 'text/csv;charset=utf-8' })
      : content
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Delayed: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const BOM = '\uFEFF'
