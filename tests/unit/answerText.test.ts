import { expect, it } from 'vitest'
import { answerText } from '../../server/send/retry.ts'

/** A service whose answer never ends; `taken` says how much of it was read. */
function endless(): { response: Response; taken: () => number } {
  let taken = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += 1024
      controller.enqueue(new Uint8Array(1024))
    },
  })
  return { response: new Response(body), taken: () => taken }
}

it('answerText drops a byte order mark, and returns null for an endless body after less than 128 KiB', async () => {
  expect(await answerText(new Response('{"errcode":0,"错":1}'))).toBe('{"errcode":0,"错":1}')
  expect(await answerText(new Response('\uFEFF{"errcode":0}'))).toBe('{"errcode":0}')
  expect(await answerText(new Response(null))).toBe('')
  const { response, taken } = endless()
  expect(await answerText(response)).toBeNull()
  expect(taken()).toBeLessThan(128 * 1024)
})
