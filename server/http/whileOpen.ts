import type { FastifyReply } from 'fastify'

/** Aborted once the client waits for the answer no more. */
export function whileOpen(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}
