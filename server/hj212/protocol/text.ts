import { isAscii } from 'node:buffer'
import iconv from 'iconv-lite'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What the bytes of a segment say, and in which encoding: ASCII (both at once), UTF-8 where they are that, else GBK. */
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

/** Characters, not code units: what the standards of 2005 and 2017 count. */
export const characters = (text: string): number => [...text].length
