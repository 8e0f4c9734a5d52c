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

it('answerText drops a byte order mark, and returns null above 64 KiB without reading an endless body', async () => {
  expect(await answerText(new Response('{"errcode":0,"错":1}'))).toBe('{"errcode":0,"错":1}')
  expect(await answerText(new Response('\uFEFF{"errcode":0}'))).toBe('{"errcode":0}')
  expect(await answerText(new Response(null))).toBe('')
  const longest = 'x'.repeat(64 * 1024)
  expect(await answerText(new Response(longest))).toBe(longest)
  expect(await answerText(new Response(`${longest}x`))).toBeNull()
  const { response, taken } = endless()
  expect(await answerText(response)).toBeNull()
  expect(taken()).toBeLessThan(128 * 1024)
})
