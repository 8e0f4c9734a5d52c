import fastifyStatic from '@fastify/static'
import { open } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { FastifyError, FastifyInstance } from 'fastify'
import { isAddress, MAP_FILE_PATH } from '../http/mapAddress.ts'
import { StartError, type Settings } from '../settings.ts'

/**
 * Serves the operator's PMTiles file in ranges: a map reads some kilobytes of gigabytes.
 * @throws {StartError} where the file cannot be read
 */
export async function registerMapFile(app: FastifyInstance, { pmtiles }: Pick<Settings, 'pmtiles'>): Promise<void> {
  if (pmtiles === null || isAddress(pmtiles)) return
  await mustBeFile(pmtiles)
  // A registration of its own: the console's files have another root and other headers.
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: dirname(resolve(pmtiles)),
      serve: false,
      dotfiles: 'allow',
      maxAge: '1h',
      setHeaders: (reply) => void reply.header('content-type', 'application/vnd.pmtiles'),
    })
    scope.setErrorHandler((error: FastifyError & { headers?: Record<string, string> }, _request, reply) => {
      if (error.statusCode !== 416) throw error
      return reply
        .code(416)
        .headers(error.headers ?? {})
        .send()
    })
    scope.get(MAP_FILE_PATH, (_request, reply) => reply.sendFile(basename(pmtiles)))
  })
}

async function mustBeFile(path: string): Promise<void> {
  try {
    const file = await open(path)
    const isFile = (await file.stat()).isFile()
    await file.close()
    if (isFile) return
  } catch {
    // Reported below.
  }
  throw new StartError(`PMTILES is ${path}, which is no file that can be read.`)
}
