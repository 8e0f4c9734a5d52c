import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const hasFfmpeg: boolean = spawnSync('ffmpeg', ['-version']).status === 0

/** A camera: a real HLS stream and a file, served to pages of any origin. */
export interface Camera {
  url: string
  /** While true, the camera answers 503. */
  down: boolean
  /** Paths requested so far. */
  asked: string[]
  close(): Promise<void>
}

/**
 * Makes twenty seconds of moving picture with ffmpeg, cut into segments of a fraction of a second, and the same as a
 * file.
 */
export async function startCamera(): Promise<Camera> {
  const folder = mkdtempSync(join(tmpdir(), 'console-camera-'))
  const picture = [
    '-hide_banner',
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=320x180:rate=15',
    '-t',
    '20',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '15',
  ]
  execFileSync('ffmpeg', [...picture, '-f', 'hls', '-hls_time', '1', '-hls_list_size', '0', join(folder, 'live.m3u8')])
  execFileSync('ffmpeg', [...picture, '-movflags', '+faststart', join(folder, 'file.mp4')])
  const camera: Camera = { url: '', down: false, asked: [], close: () => Promise.resolve() }
  const server = createServer(({ url = '' }, response) => {
    const path = url.split('?')[0] ?? ''
    camera.asked.push(path)
    const headers = {
      'access-control-allow-origin': '*',
      'content-type': types[path.slice(path.lastIndexOf('.'))] ?? 'application/octet-stream',
    }
    if (camera.down || !/^\/[\w.-]+$/.test(path)) return void response.writeHead(503, headers).end()
    try {
      response.writeHead(200, headers).end(readFileSync(join(folder, path)))
    } catch {
      response.writeHead(404, headers).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  camera.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  camera.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    })
  return camera
}

const types: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.mp4': 'video/mp4',
}
