import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Bundles files of this project as plain JavaScript into a new folder, `<name>.js` each, with their packages left
 * external.
 *
 * @param input files by the names of their bundles, relative to the project's root
 */
export async function bundle(
  input: Readonly<Record<string, string>>,
): Promise<{ folder: string; remove(): Promise<void> }> {
  // The folder lies below the project, so that packages are resolved.
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
  // The bundler sets NODE_ENV for the whole process.
  process.env.NODE_ENV = NODE_ENV ?? 'test'
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
