import { useTranslate } from 'react-admin'
import type { PushPreview } from '../../../dataProvider/calls/north.ts'
import css from './north.module.css'

/** A pushed document, indented for reading, with the number of its devices. */
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

/** Longest text shown, characters. */
const MAX_CHARS = 20_000

/**
 * Returns a JSON or XML document, indented, and cut off at MAX_CHARS characters. One that cannot be parsed stays as it
 * is.
 */
export function formatDocument(body: string, type: string): string {
  const text = type.includes('xml') ? indentXml(body) : indentJson(body)
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}\n…` : text
}

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** Puts elements on lines of their own. Works for documents of this platform only: no comments, no mixed content. */
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
