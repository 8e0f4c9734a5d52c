import type { FastifyInstance } from 'fastify'
import { callSchema } from '../openapi/call.ts'
import type { RejectedFile } from '../platform.ts'

/** Time limit of the readiness check, ms. */
const CHECK_TIMEOUT_MS = 3000

/**
 * Registers /healthz, which tells that the process answers, and /readyz, which tells that its dependencies do: `ready`
 * checks them, within a few seconds. Rejected entity files do not make it unready, since the rest works: it lists their
 * names and what is in force in their place. `more` adds further members.
 */
export function registerHealth(
  app: FastifyInstance,
  ready: () => Promise<unknown>,
  rejected: readonly RejectedFile[],
  more: () => object = () => ({}),
): void {
  const detail = rejected.length === 0 ? {} : { entityFiles: rejected.map(({ file, inForce }) => ({ file, inForce })) }
  app.get(
    '/healthz',
    {
      schema: callSchema({
        group: 'operation',
        label: ['进程存活', '行程存活', 'The process answers'],
        plain: 'application/json',
      }),
    },
    async () => ({ status: 'ok' }),
  )
  app.get(
    '/readyz',
    {
      schema: callSchema({
        group: 'operation',
        label: ['可用性', '可用性', 'The database answers'],
        plain: 'application/json',
      }),
    },
    async (request, reply) => {
      try {
        await Promise.race([ready(), timeUp(CHECK_TIMEOUT_MS)])
        return { status: 'ok', ...more(), ...detail }
      } catch (error) {
        request.log.warn({ err: error }, 'not ready')
        return reply.code(503).send({ status: 'unavailable' })
      }
    },
  )
}

const timeUp = (after: number): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${after} ms`)), after).unref()
  })
