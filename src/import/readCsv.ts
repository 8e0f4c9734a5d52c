import type { CsvAnswer, CsvQuestion } from './csv.worker.ts'
import { FILE_MAX, FileProblem, type Encoding } from './decode.ts'
import type { Parsed } from './parse.ts'

/**
 * Reads a file in a worker; on the main thread where none can be started.
 *
 * @throws FileProblem (parse.ts)
 */
export async function readCsv(file: Blob, encoding: Encoding | null): Promise<Parsed> {
  if (file.size > FILE_MAX) throw new FileProblem('importing.tooLarge')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const answer = await inWorker({ bytes, encoding })
  if (answer === null) return (await import('./parse.ts')).parseCsv(bytes, encoding)
  if ('problem' in answer) throw new FileProblem(answer.problem)
  return answer.parsed
}

function inWorker(question: CsvQuestion): Promise<CsvAnswer | null> {
  return new Promise((resolve) => {
    let worker: Worker
    try {
      worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' })
    } catch {
      return resolve(null)
    }
    const end = (answer: CsvAnswer | null) => {
      worker.terminate()
      resolve(answer)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<CsvAnswer>) => end(data))
    worker.addEventListener('error', () => end(null))
    worker.addEventListener('messageerror', () => end(null))
    worker.postMessage(question, {})
  })
}
