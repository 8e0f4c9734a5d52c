import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import { StartError, type Settings } from '../settings.ts'

/** Where the console finds the operator's PMTiles file. */
export const MAP_FILE_PATH = '/map/base.pmtiles'

/** The address of the PMTiles file for the console: as set, or under this host where it is a file of this machine; null without one. */
export const pmtilesAddress = ({ pmtiles }: Pick<Settings, 'pmtiles'>): string | null =>
  pmtiles === null || isAddress(pmtiles) ? pmtiles : MAP_FILE_PATH

export const isAddress = (pmtiles: string): boolean => /^https?:\/\//i.test(pmtiles)

/** Serves the operator's PMTiles file in ranges: a map reads some kilobytes of gigabytes. Throws StartError where the file cannot be read. */
export async function registerMapFile(app: FastifyInstance, { pmtiles }: Pick<Settings, 'pmtiles'>): Promise<void> {
  if (pmtiles === null || isAddress(pmtiles)) return
  const { size, mtimeMs } = await statOf(pmtiles)
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  app.get(MAP_FILE_PATH, async (request, reply) => {
    reply.headers({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=3600',
      etag,
      'content-type': 'application/vnd.pmtiles',
    })
    const range =
      request.headers.range === undefined ? { start: 0, end: size - 1 } : rangeOf(request.headers.range, size)
    if (range === null) return reply.code(416).header('content-range', `bytes */${size}`).send()
    const { start, end } = range
    if (request.headers.range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
    return reply.header('content-length', end - start + 1).send(createReadStream(pmtiles, { start, end }))
  })
}

/** One range of a Range header; null where the file does not reach that far, or the header asks for several. */
export function rangeOf(header: string, size: number): { start: number; end: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end && start < size ? { start, end } : null
}

async function statOf(path: string) {
  try {
    const file = await open(path)
    const stat = await file.stat()
    await file.close()
    if (!stat.isFile()) throw new ApiError(404, 'error.notFound')
    return stat
  } catch {
    throw new StartError(`PMTILES is ${path}, which is no file that can be read.`)
  }
}
