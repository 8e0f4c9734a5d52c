import { withoutMarkBytes } from '../../resources/kit/mark.ts'

/** Encodings that a CSV file may have; Big5 is never recognised, only chosen. */
export const ENCODINGS = ['utf-8', 'gb18030', 'big5', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Largest file that is read, bytes. */
export const FILE_MAX = 20 * 1024 * 1024

/** Problem of a file as a whole; `message` is a message key. */
export class FileProblem extends Error {
  override name = 'FileProblem'
}

/**
 * Recognises the encoding of a file: by its byte order mark; otherwise UTF-8 where every byte is valid, else GB18030,
 * which includes GBK (spec 2 §9).
 *
 * @throws FileProblem for a file that is not text: a workbook, a picture
 */
export function recognise(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // Text without a byte order mark contains no NUL; every workbook does.
  if (bytes.includes(0)) throw new FileProblem('importing.fileTypeError')
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

/**
 * Returns the text of a file without its byte order mark, whatever encoding was chosen. Invalid bytes become U+FFFD,
 * which the preview shows.
 */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(withoutMarkBytes(bytes))
