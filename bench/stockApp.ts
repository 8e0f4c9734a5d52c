import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

/** Builds an app of bench/ into their common page, and that into a folder, which the caller removes. */
export async function buildStockApp(folder: string): Promise<string> {
  const { build } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  const outDir = mkdtempSync(join(tmpdir(), 'stock-'))
  const root = fileURLToPath(new URL('./page', import.meta.url))
  const alias = { '/app': fileURLToPath(new URL(`./${folder}/main.tsx`, import.meta.url)) }
  await build({
    configFile: false,
    root,
    resolve: { alias },
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 10_000 },
  })
  return outDir
}

/** Builds an app of bench/ and serves it, brotli-compressed, on a free port. */
export async function serveStockApp(folder = 'stock'): Promise<{ url: string; close(): void }> {
  const outDir = await buildStockApp(folder)
  const server = await serveFolder(outDir)
  const close = (): void => {
    server.closeAllConnections()
    server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

function serveFolder(folder: string): Promise<Server> {
  const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }
  const compressed = new Map<string, Buffer>()
  const read = (path: string): Buffer => {
    const body = compressed.get(path) ?? brotliCompressSync(readFileSync(join(folder, path)))
    compressed.set(path, body)
    return body
  }
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const file = /^\/assets\/[\w.-]+$/.test(path) ? path : '/index.html'
    response
      .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', 'content-encoding': 'br' })
      .end(read(file))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
