import type { PushValue } from '../format.ts'
import type { DocumentFormat } from './index.ts'

export const xml: DocumentFormat = { kind: 'document', type: 'application/xml', write: toXml }

/**
 * Writes a document as XML 1.0: `<data>` around it, one element for each member, one `<item>` for each entry of an
 * array, an empty element for null. A name that XML does not allow is written with the characters replaced, and in full
 * in the attribute `name`.
 */
export function toXml(document: PushValue): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('data', document)}`
}

function element(name: string, value: PushValue): string {
  const tag = tagOf(name)
  const open = tag === name ? tag : `${tag} name="${escaped(name)}"`
  const content = contentOf(value)
  return content === '' ? `<${open}/>` : `<${open}>${content}</${tag}>`
}

function contentOf(value: PushValue): string {
  if (value instanceof Map)
    return [...(value as ReadonlyMap<string, PushValue>)].map(([name, member]) => element(name, member)).join('')
  if (Array.isArray(value)) return (value as readonly PushValue[]).map((entry) => element('item', entry)).join('')
  return value === null ? '' : escaped(String(value))
}

/** Returns an XML name (without colons, which would mean a namespace) for any text. */
function tagOf(name: string): string {
  const tag = name.replaceAll(NO_NAME_CHARACTER, '_')
  return NAME_START.test(tag) && !/^xml/i.test(tag) ? tag : `_${tag}`
}

/** The characters of XML 1.0, production 4, of the basic multilingual plane. */
const START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD'
const NAME_START = new RegExp(`^[${START}]`)
const NO_NAME_CHARACTER = new RegExp(`[^${START}0-9.\\-\\u00B7\\u0300-\\u036F\\u203F\\u2040]`, 'g')

/**
 * Escapes text for an element or an attribute in double quotes; characters that XML 1.0 cannot hold at all are removed.
 */
const escaped = (text: string): string =>
  text.replaceAll(UNHOLDABLE, '').replaceAll(/[&<>"'\t\n\r]/g, (letter) => entities.get(letter) ?? '')

/** Control characters of C0 except the three that are white space, lone surrogates, and the two non-characters. */
const UNHOLDABLE = /(?![\t\n\r\u007F-\u009F])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  // Written literally, a parser would turn them into spaces in attributes, and \r into \n.
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
])
