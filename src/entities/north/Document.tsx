import { useTranslate } from 'ra-core'
import type { PushPreview } from '../../../dataProvider/north.ts'
import css from './north.module.css'

/** A pushed document, indented for reading, with how many devices it tells of. */
export function Document({ body, type, devices }: PushPreview) {
  const translate = useTranslate()
  return (
    <>
      <p className={css.hint}>
        {translate('north.about', { type, smart_count: devices, size: new TextEncoder().encode(body).length })}
      </p>
      <div
        className={css.document}
        role="textbox"
        aria-readonly
        aria-multiline
        tabIndex={0}
        aria-label={translate('north.document')}
      >
        {formatDocument(body, type)}
      </div>
    </>
  )
}

/** Characters that are drawn at most; a page of a megabyte helps nobody. */
const MOST = 20_000

/** A JSON or XML document as people read it: indented, and cut where it is very long. What cannot be read stays as it is. */
export function formatDocument(body: string, type: string): string {
  const text = type.includes('xml') ? indentXml(body) : indentJson(body)
  return text.length > MOST ? `${text.slice(0, MOST)}\n…` : text
}

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Elements on lines of their own. Works on what this platform writes: no comments, no mixed content. */
function indentXml(body: string): string {
  let depth = 0
  return body
    .replaceAll(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth = Math.max(0, depth - 1)
      const indented = '  '.repeat(depth) + line
      if (/^<[^/?!][^>]*[^/]>$/.test(line) || /^<\w>$/.test(line)) depth++
      return indented
    })
    .join('\n')
}
