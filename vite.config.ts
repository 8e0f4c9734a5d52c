import react from '@vitejs/plugin-react'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { LANGUAGES } from './i18n/types.ts'
import { REAL_TIME_KEY } from './resources/control.ts'
import { bigScreen, customPages } from './resources/menu.ts'

const outDir = 'dist/console'
/** Where the console names what draws each page. */
const pagesFile = 'src/app/pages/index.ts'

/** What every page of the console runs on: router, queries and styles. */
const frameModules =
  /node_modules\/(?:react-router(?:-dom)?|@tanstack\/(?:query-core|react-query)|@emotion\/[^/]+|stylis|@mui\/(?:system|utils|styled-engine|private-theming|material\/styles))\//

const api = process.env['API_URL'] ?? 'http://127.0.0.1:8080'

/** The console. `vite build` writes dist/console, which the server serves; `vite` serves it from the sources with /v1 forwarded. */
export default defineConfig({
  plugins: [react(), leafletImported(), polyglotNative(), preloads(), compressed()],
  optimizeDeps: { rolldownOptions: { plugins: [leafletImported(), polyglotNative()] } },
  css: { modules: { generateScopedName: '[hash:base64:6]' } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // No source is inlined as data: or script, so that the policy of the page can stay strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      preserveEntrySignatures: false,
      output: {
        codeSplitting: {
          // Chunks follow the lazy imports, but for two groups. Each file costs a place among the six connections of a browser: what React
          // and the frame of the console stand on is one file each, not one a package; what several others share and is smaller than
          // maxSize (bytes of source) lies in each of them, and still runs once.
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|clsx)\//, priority: 2 },
            { name: 'frame', test: frameModules, priority: 1 },
            { name: sheetOf, debugName: 'sheets', test: /(?:\.module|node_modules.*)\.css$/ },
          ],
          experimentalInlineCommonChunks: { maxSize: 50_000, exclude: /\.css$/ },
        },
      },
    },
  },
  server: {
    proxy: {
      '/v1': { target: api, ws: true },
      '/upload': api,
      '/demo/river.m3u8': api,
      '/wx': api,
      '/console-settings.json': api,
    },
  },
})

/**
 * The room of a sheet; the kit's and the shell's are one, as are the small ones of what the first pages show of values and rules. The rooms within the app and the alarms have their own, since no page draws most
 * of them. Leaflet's and uPlot's stand before what ours change of them.
 */
function sheetOf(id: string): string | null {
  if (id.includes('/node_modules/')) return id.includes('/leaflet/') ? 'map' : 'chart'
  if (/\/src\/(?:kit|app\/shell)\//.test(id)) return 'shell'
  if (/\/src\/(?:(?:environment|live)\/|alarms\/rule\/[^/]+$)/.test(id)) return 'live'
  return /\/src\/((?:app|alarms)\/[^/]+(?:\/[^/]+(?=\/))?|[^/]+)\//.exec(id)?.[1]?.replaceAll('/', '-') ?? null
}

/** protomaps-leaflet looks for Leaflet in a global variable; here it imports it, in development and in the build. */
function leafletImported(): Plugin {
  return {
    name: 'leaflet-imported',
    transform: {
      filter: { id: /\/protomaps-leaflet\/dist\/esm\/index\.js$/ },
      handler: (code) => ({ code: `import L from 'leaflet'\n${code}`, map: null }),
    },
  }
}

/**
 * node-polyglot asks two packages for Object.entries and Object.hasOwn, which bring some twenty more for the browsers of 2014; the build's own target has both.
 * In development as in the build.
 */
function polyglotNative(): Plugin {
  return {
    name: 'polyglot-native',
    transform: {
      filter: { id: /\/node-polyglot\/index\.js$/ },
      handler: (code) => {
        const native = code
          .replace("require('object.entries')", 'Object.entries')
          .replace("require('hasown')", 'Object.hasOwn')
        if (/require\('(object\.entries|hasown)'\)/.test(native) || native === code)
          throw new Error('node-polyglot asks otherwise')
        return { code: native, map: null }
      },
    },
  }
}

/**
 * preload.json: what the server announces with the page (server/http/console.ts): addresses of the scripts and style sheets of the
 * sign-in page and of the console, of each page and of each language. Without it the browser would learn of them one by one, a round
 * trip after the file that names them.
 */
function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    async generateBundle(_, bundle) {
      const worker = Object.keys(bundle)
        .filter((name) => /^assets\/states\.worker-.*\.js$/.test(name))
        .map((name) => `/${name}`)
      const sources = await pageSources()
      // The round trips of small files pass while large ones come.
      const bySize = (files: readonly string[]) =>
        files.toSorted((one, other) => lengthOf(bundle, one) - lengthOf(bundle, other))
      const entry = filesOf(bundle, ['index.html'])
      // The sign-in page has one large file, React: those of the others come meanwhile.
      const signedOut = [...new Set([...entry, ...bySize(filesOf(bundle, ['src/app/signin/index.tsx'])).toReversed()])]
      const signedIn = filesOf(bundle, ['index.html', 'src/app/console.tsx'])
      // In the order in which they take the browser's connections: what asks the platform first, then the console, then the page.
      const page = (key: string) => [
        ...new Set([
          ...entry,
          ...(liveKeys.has(key) ? worker : []),
          ...signedIn,
          ...bySize(filesOf(bundle, [sources.get(key) ?? missing(`page ${key}`)])),
        ]),
      ]
      const byLanguage = (name: string) =>
        Object.fromEntries(LANGUAGES.map((language) => [language, filesOf(bundle, [`i18n/${language}/${name}.ts`])]))
      const lists = {
        signedOut,
        signedIn,
        pages: {
          ...Object.fromEntries([...customPages, bigScreen].map(({ key, path }) => [path, page(key)])),
          '*': page('*'),
        },
        languages: { signedOut: byLanguage('signedOut'), signedIn: byLanguage('index') },
      }
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(lists) })
    },
  }
}

/** How long a script of the build is, before it is compressed; style sheets, which browsers ask for before all scripts, are 0. */
function lengthOf(bundle: Rolldown.OutputBundle, file: string): number {
  const output = bundle[file.slice(1)]
  return output?.type === 'chunk' ? output.code.length : 0
}

/** Pages that ask for the live state at once, by a worker. */
const liveKeys: ReadonlySet<string> = new Set([REAL_TIME_KEY, bigScreen.key])

/** The source of each page by its key, as the lines `key: () => import(source)` of the console's pages say. */
async function pageSources(): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile(pagesFile, 'utf8')).matchAll(/^ *'(.+)': \(\) => import\('(.+)'\),$/gm)
  return new Map([...lines].map(([, key = '', source = '']) => [key, join(dirname(pagesFile), source)]))
}

/** The scripts and style sheets of some sources with all that they import. */
function filesOf(bundle: Rolldown.OutputBundle, sources: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const files = new Set<string>()
  const add = ({ fileName, imports, viteMetadata }: Rolldown.OutputChunk) => {
    if (files.has(fileName)) return
    for (const file of [fileName, ...(viteMetadata?.importedCss ?? [])]) files.add(file)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) add(chunk)
  }
  for (const source of sources) {
    const id = resolve(source)
    add(
      chunks.find(({ facadeModuleId }) => facadeModuleId === id) ??
        chunks.find(({ moduleIds }) => moduleIds.includes(id)) ??
        missing(source),
    )
  }
  return [...files].map((file) => `/${file}`)
}

function missing(name: string): never {
  throw new Error(`the build has no ${name} to preload`)
}

/** Writes .br and .gz beside every text file, so that the server compresses nothing twice. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle() {
      const files = (await readdir(outDir, { recursive: true })).filter((name) =>
        /\.(js|css|svg|json|html)$/.test(name),
      )
      // At the same time: each is work of one core.
      await Promise.all(files.map((file) => squeeze(join(outDir, file))))
    },
  }
}

async function squeeze(path: string): Promise<void> {
  const text = await readFile(path)
  if (text.length < 512) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(text, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
}
