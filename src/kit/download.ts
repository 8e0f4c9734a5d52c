/**
 * Hands the user a file. Text goes out as UTF-8, a CSV with the mark that tells Excel so; a Blob as it is (another encoding, .xlsx).
 *
 * @param name with its ending: it decides about the mark
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
  // Not at once: the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const BOM = '\uFEFF'
