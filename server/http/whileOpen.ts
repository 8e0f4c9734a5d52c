import type { FastifyReply } from 'fastify'

/** Aborted once nobody waits for the answer any more. */
export function whileOpen(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
