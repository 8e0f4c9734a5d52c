import type { Encoding } from './decode.ts'
import { parseCsv, type Parsed } from './parse.ts'

export interface CsvQuestion {
  bytes: Uint8Array
  encoding: Encoding | null
}

export type CsvAnswer = { parsed: Parsed } | { problem: string }

/** Decodes and parses a file off the main thread. */
self.addEventListener('message', ({ data: { bytes, encoding } }: MessageEvent<CsvQuestion>) => {
  self.postMessage(answerOf(bytes, encoding), {})
})

function answerOf(bytes: Uint8Array, encoding: Encoding | null): CsvAnswer {
  try {
    return { parsed: parseCsv(bytes, encoding) }
  } catch (failure) {
    return { problem: failure instanceof Error ? failure.message : '' }
  }
}
