import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Files of this project as plain JavaScript in a folder of their own, `<name>.js` each, with their packages left outside.
 *
 * @param input files by the name they get, from the project's root
 */
export async function bundle(
  input: Readonly<Record<string, string>>,
): Promise<{ folder: string; remove(): Promise<void> }> {
  // Below the project, where its packages are found.
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache', 'bundle-'))
  const { NODE_ENV } = process.env
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, join(root, file)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  // The bundler sets it for the whole process.
  process.env.NODE_ENV = NODE_ENV ?? 'test'
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
