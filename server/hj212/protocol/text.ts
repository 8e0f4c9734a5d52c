import { isAscii } from 'node:buffer'
import iconv from 'iconv-lite'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns the text of a segment's bytes and their encoding: ASCII (valid in both others), UTF-8 where the bytes are
 * valid in it, else GBK.
 */
export function decodeText(bytes: Buffer): { text: string; encoding: 'ascii' | 'utf-8' | 'gbk' } {
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), encoding: 'ascii' }
  try {
    return { text: utf8.decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: iconv.decode(bytes, 'gbk'), encoding: 'gbk' }
  }
}

export type Encoding = 'utf-8' | 'gbk'

export const encodeText = (text: string, encoding: Encoding): Buffer =>
  encoding === 'gbk' ? iconv.encode(text, 'gbk') : Buffer.from(text, 'utf8')

/** Returns the number of characters, not of code units, as the standards of 2005 and 2017 count them. */
export const characters = (text: string): number => [...text].length
