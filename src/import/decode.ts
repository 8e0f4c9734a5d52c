import { withoutMarkBytes } from '../../resources/kit/mark.ts'

/** The encodings a CSV file may come in; Big5 is never recognised, only chosen. */
export const ENCODINGS = ['utf-8', 'gb18030', 'big5', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The largest file that is read, in bytes. */
export const FILE_MAX = 20 * 1024 * 1024

/** What is wrong with a file as a whole; `message` is a key of the messages. */
export class FileProblem extends Error {
  override name = 'FileProblem'
}

/**
 * The encoding of a file: by its mark; else UTF-8 where every byte fits, else GB18030, which holds GBK (spec 2 §9). Throws FileProblem for
 * what is no text: a workbook, a picture.
 */
export function recognise(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // No text without a mark holds a NUL; every workbook does.
  if (bytes.includes(0)) throw new FileProblem('importing.fileTypeError')
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

/** The text of a file, without its mark, whatever encoding was chosen. What does not fit it becomes U+FFFD, for the preview to show. */
export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(withoutMarkBytes(bytes))
